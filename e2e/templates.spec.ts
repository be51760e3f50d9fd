import { codeBoxes, DEFAULT_PLACES, DESIGN_SIZES, TEMPLATE_NAMES } from '@hudur/core'
import sharp from 'sharp'
import { generate, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
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
 * The copies of a card that its guest can get: the file itself, and what messengers make of it. At 640 pixels a full code has too little
 * room for these decoders; `messengers.spec.ts` says what the scanner still reads there.
 */
const COPIES = [
  { copy: 'the file', of: async (card: Buffer) => card },
  ...MESSENGERS.filter(({ longSide }) => longSide >= 1280).map(compression => ({
    copy: `${compression.longSide} px, JPEG ${compression.quality}`,
    of: (card: Buffer) => sentByMessenger(card, compression),
  })),
]

test('a card of every template matches its reviewed image, and two other decoders read it and its recompressed copies', async ({
  page,
  signIn,
  admin,
}) => {
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
    for (const { copy, of } of COPIES) {
      const file = await of(card!.file)
      for (const [decoder, read] of Object.entries(DECODERS))
        if (!(await read(file))?.includes(invitation!.code)) unread.push(`${decoder}: ${design}, ${copy}`)
    }
  }
  expect(unread).toEqual([])
})
