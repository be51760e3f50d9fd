import { codeBoxes, DEFAULT_PLACES, DESIGN_SIZES, TEMPLATE_NAMES } from '@hudur/core'
import { test as recordTest } from '@playwright/test'
import sharp from 'sharp'
import { generate, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { figuresOf, isMeasured, reportStale } from './measurements.ts'
import { MESSENGERS, readCode, readWithZBar, sentByMessenger } from './pictures.ts'

/** The width of the compared pictures (px): that of a phone. */
const WIDTH = 360

/** Small differences at the edges of letters, which engines smooth differently. */
const TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.002 }

const EVENT = 'حفل تخرّج الدفعة العشرين من كلية الطب'
const GUEST = 'سعادة السفير صالح بن أحمد باعبّاد وعائلته'

/** Returns a card as a phone shows it, with white in place of its code, which is another one in each run. */
async function onPhone(card: Buffer) {
  const { x, y, width, height } = codeBoxes(DEFAULT_PLACES.code, DESIGN_SIZES).code
  const white = { create: { width, height, channels: 3 as const, background: '#ffffff' } }
  // sharp resizes before it composites, whatever the order of the calls.
  const covered = await sharp(card)
    .removeAlpha()
    .composite([{ input: white, left: x, top: y }])
    .png()
    .toBuffer()
  return sharp(covered).resize(WIDTH).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const DECODERS = { jsQR: readCode, ZBar: readWithZBar }

/**
 * The copies that messengers make of a card. At 640 pixels a full code has too little room for these decoders; `messengers.spec.ts` says what
 * the scanner still reads there.
 */
const COPIES = MESSENGERS.filter(({ longSide }) => longSide >= 1280)

/** How many readings of copies the measurement tries: each copy of each template by each decoder. */
const READINGS = TEMPLATE_NAMES.length * COPIES.length * Object.keys(DECODERS).length

/** Returns the decoders that do not read the code from an image. */
async function failingDecoders(image: Buffer, code: string) {
  const readings = await Promise.all(Object.entries(DECODERS).map(async ([name, read]) => ({ name, text: await read(image) })))
  return readings.filter(({ text }) => !text?.includes(code)).map(({ name }) => name)
}

test('a card of every template matches its reviewed image, and two other decoders read it', async ({ page, signIn, admin }, info) => {
  test.setTimeout(600_000)
  await signIn()
  await page.goto('/generator')
  await generate(page, EVENT, [GUEST])
  const [invitation] = (await admin.invitations.list({})).rows
  await page.getByRole('textbox', { name: 'الوقت', exact: true }).fill('الثامنة مساءً')
  await page.getByRole('textbox', { name: 'المكان', exact: true }).fill('قاعة ليالي أزال، صنعاء')
  const unread: string[] = []
  for (const design of TEMPLATE_NAMES) {
    await page.locator(`input[value="${design}"]`).check()
    const [card] = await zippedCards(page)
    expect.soft(await onPhone(card!.file)).toMatchSnapshot(`card-${design}.png`, TOLERANCE)
    for (const decoder of await failingDecoders(card!.file, invitation!.code)) unread.push(`${decoder}: ${design}`)
    if (!isMeasured('templates')) continue
    for (const compression of COPIES)
      for (const decoder of await failingDecoders(await sentByMessenger(card!.file, compression), invitation!.code))
        unread.push(`${decoder}: ${design}, ${compression.longSide} px, JPEG ${compression.quality}`)
  }
  expect(unread).toEqual([])
  if (!isMeasured('templates')) return
  info.annotations.push({ type: 'figure', description: JSON.stringify({ name: 'copies', read: READINGS, of: READINGS }) })
  reportStale('templates')
})

if (!isMeasured('templates'))
  recordTest('the recorded figures say that two other decoders read all recompressed copies of the templates', () => {
    expect(figuresOf('templates')).toEqual({ copies: { read: READINGS, of: READINGS } })
  })
