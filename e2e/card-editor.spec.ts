import { CARD_HEIGHT, CARD_SIZES_ON_TEMPLATE, CARD_WIDTH, DEFAULT_POSITIONS, nameBox } from '@hudur/core/cards/geometry'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { generateInvitations } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { download, generatorPage, readDownloadedBytes } from './generator-page.ts'
import { readWithJsQr } from './pictures.ts'

const EVENT = 'زفاف محمّد وسارة'
const GUESTS = ['الأستاذ خالد سعيد باوزير', 'علي', 'عائلة المهندس ياسر الحمّادي وأبناؤه وأحفاده الكرام']

/** Returns locators and actions for the card editor. */
function cardEditor(page: Page) {
  const dialog = page.getByRole('dialog')
  const card = dialog.getByRole('img', { name: /^بطاقة / })
  return {
    dialog,
    card,
    handle: (part: string) => dialog.getByRole('button', { name: `تحريك ${part}` }),
    slider: (name: string) => dialog.getByRole('slider', { name }),
    undo: dialog.getByRole('button', { name: 'تراجع' }),
    redo: dialog.getByRole('button', { name: 'إعادة', exact: true }),
    async open() {
      await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
      await expect(dialog).toBeVisible()
    },
    /** Waits until the card is drawn. Returns a PNG of it as the editor shows it. */
    async waitForCard() {
      let picture = Buffer.alloc(0)
      await expect(async () => {
        const address = await card.evaluate(canvas =>
          (canvas as HTMLCanvasElement).width > 0 ? (canvas as HTMLCanvasElement).toDataURL() : '',
        )
        picture = Buffer.from(address.split(',')[1] ?? '', 'base64')
        const { channels } = await sharp(picture).stats()
        expect(channels[0]!.stdev, 'something is drawn').toBeGreaterThan(0)
      }).toPass()
      return picture
    },
  }
}

type CardEditor = ReturnType<typeof cardEditor>

/** Returns the position of a part as its two sliders show it: percent of the card from the left, and from the top. */
const readPartPosition = async (editor: CardEditor, part: string) => [
  Number(await editor.slider(`${part}، يميناً ويساراً`).inputValue()),
  Number(await editor.slider(`${part}، أعلى وأسفل`).inputValue()),
]

const readElementCentre = async (locator: Locator) => {
  const box = (await locator.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function typeInvitations(page: Page) {
  const generator = generatorPage(page)
  await generator.fillEvent(EVENT)
  await generator.typeNames(GUESTS)
}

const NAME_BOX = nameBox('', DEFAULT_POSITIONS.name, CARD_SIZES_ON_TEMPLATE)
const WHOLE_CARD_AREA = { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT }

/** Returns the pixels of a part of the card, 3 bytes each: of a card 640 px wide, then scaled to at most `width` px. */
async function pixelsOf(picture: Buffer, part = WHOLE_CARD_AREA, width = 640) {
  const [left, top, wide, high] = [part.x, part.y, part.width, part.height].map(side => Math.round((side * 640) / CARD_WIDTH))
  const part640 = await sharp(picture).resize(640).extract({ left: left!, top: top!, width: wide!, height: high! }).png().toBuffer()
  return sharp(part640).removeAlpha().resize(Math.min(width, wide!)).raw().toBuffer()
}

/** Returns the mean difference (0 to 255) between a part of two images over all channels. The part is scaled to a width of 160 px first. */
async function computeMeanDifference(one: Buffer, other: Buffer, part = WHOLE_CARD_AREA) {
  const [first, second] = await Promise.all([one, other].map(picture => pixelsOf(picture, part, 160)))
  return first!.reduce((sum, value, at) => sum + Math.abs(value - second![at]!), 0) / first!.length
}

/** Counts the pixels in the box of the guest's name whose red, green and blue differ from `colour` by at most 6. */
async function countColourPixels(picture: Buffer, colour: readonly number[]) {
  const data = await pixelsOf(picture, NAME_BOX)
  let found = 0
  for (let at = 0; at < data.length; at += 3) if (colour.every((value, channel) => Math.abs(data[at + channel]! - value) <= 6)) found++
  return found
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

test('sliders, clicks, arrow keys and drags move parts of the card', async ({ page, axe }) => {
  await typeInvitations(page)
  const editor = cardEditor(page)
  await editor.open()
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 60])
  expect(await readPartPosition(editor, 'رمز الدعوة')).toEqual([50, 80])
  const before = await editor.waitForCard()
  await axe()

  // The values of the sliders grow to the right, also on this right-to-left page, and downwards.
  await editor.slider('اسم الضيف، يميناً ويساراً').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await editor.slider('اسم الضيف، أعلى وأسفل').focus()
  await page.keyboard.press('ArrowRight')
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([52, 61])
  await expect(async () => expect(await computeMeanDifference(await editor.waitForCard(), before, NAME_BOX)).toBeGreaterThan(0.5)).toPass()
  for (const [key, end] of [
    ['Home', 10],
    ['End', 90],
  ] as const) {
    await page.keyboard.press(key)
    expect((await readPartPosition(editor, 'اسم الضيف'))[1]).toBe(end)
  }

  // A click on the card moves the chosen part to that position.
  const card = (await editor.card.boundingBox())!
  await page.mouse.click(card.x + card.width * 0.5, card.y + card.height * 0.3)
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 30])

  // A drag moves the part under the pointer by the distance of the drag, also when it begins beside the centre of the part.
  const code = await readElementCentre(editor.handle('رمز الدعوة'))
  await page.mouse.move(code.x + 10, code.y + 10)
  await page.mouse.down()
  for (let step = 1; step <= 5; step++)
    await page.mouse.move(code.x + 10 - card.width * 0.04 * step, code.y + 10 - card.height * 0.02 * step)
  await page.mouse.up()
  expect(await readPartPosition(editor, 'رمز الدعوة')).toEqual([30, 70])
  await expect(editor.handle('رمز الدعوة')).toHaveAttribute('aria-pressed', 'true')
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 30])

  await editor.handle('اسم الضيف').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([49, 35])
  await expect(editor.dialog.getByText('اسم الضيف: 49% من يسار البطاقة، 35% من أعلاها')).toBeAttached()
})

test('the card editor undoes a drag as one change', async ({ page }) => {
  await typeInvitations(page)
  const editor = cardEditor(page)
  await editor.open()
  await expect(editor.undo).toBeDisabled()
  await expect(editor.redo).toBeDisabled()

  const card = (await editor.card.boundingBox())!
  const name = await readElementCentre(editor.handle('اسم الضيف'))
  await page.mouse.move(name.x, name.y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(name.x, name.y - (card.height * 0.2 * step) / 8)
  await page.mouse.up()
  await editor.dialog.getByRole('radio', { name: 'كوفي' }).check()
  await editor.dialog.getByRole('radio', { name: 'يمين', exact: true }).check()
  await editor.dialog.getByRole('radio', { name: 'ميلادي', exact: true }).check()
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 40])

  await editor.dialog.getByRole('button', { name: 'إعادة الضبط' }).click()
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 60])
  await expect(editor.dialog.getByRole('radio', { name: 'أميري' })).toBeChecked()
  await expect(editor.dialog.getByRole('radio', { name: 'وسط' })).toBeChecked()
  // A reset restores the layout. It keeps the calendar, which is part of the card's text.
  await expect(editor.dialog.getByRole('radio', { name: 'ميلادي', exact: true })).toBeChecked()

  await page.keyboard.press('Control+z')
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 40])
  await expect(editor.dialog.getByRole('radio', { name: 'كوفي' })).toBeChecked()
  await editor.undo.click()
  await editor.undo.click()
  await editor.undo.click()
  await expect(editor.dialog.getByRole('radio', { name: 'أميري' })).toBeChecked()
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 40])
  // One undo reverts the whole drag.
  await editor.undo.click()
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 60])
  await expect(editor.undo).toBeDisabled()

  await page.keyboard.press('Control+Shift+Z')
  expect(await readPartPosition(editor, 'اسم الضيف')).toEqual([50, 40])
  await editor.redo.click()
  await expect(editor.dialog.getByRole('radio', { name: 'كوفي' })).toBeChecked()
})

test('the card editor saves the card as it is shown', async ({ page, admin }) => {
  const WINE = [0x5b, 0x22, 0x33]
  // Another typeface changes the mean of the name's box by more than 3, but hardly that of the whole card. So both are compared.
  const expectSameCard = async ({ shown, saved }: { shown: Buffer; saved: Buffer }) => {
    expect(await computeMeanDifference(shown, saved)).toBeLessThan(2)
    expect(await computeMeanDifference(shown, saved, NAME_BOX)).toBeLessThan(2)
  }
  await generateInvitations(page, EVENT, ['علي'])
  const editor = cardEditor(page)
  await editor.open()
  const downloadCard = async () => readDownloadedBytes(await download(editor.dialog.getByRole('button', { name: 'تحميل الكل' })))
  const defaultCard = { shown: await editor.waitForCard(), saved: await downloadCard() }
  await expectSameCard(defaultCard)
  expect(await countColourPixels(defaultCard.shown, WINE)).toBe(0)
  expect(await countColourPixels(defaultCard.saved, WINE)).toBe(0)

  await editor.dialog.getByRole('radio', { name: 'خمري' }).check()
  await editor.dialog.getByRole('radio', { name: 'رقّاص' }).check()
  await editor.slider('حجم الاسم').focus()
  await page.keyboard.press('End')
  await editor.dialog.getByRole('radio', { name: 'هجري', exact: true }).check()
  await editor.dialog.getByRole('textbox', { name: 'السطر الأول' }).fill('الساعة الثامنة مساءً')
  await editor.dialog.getByRole('textbox', { name: 'السطر الثالث' }).fill('الداعون: صالح بن أحمد وأبناؤه')
  await expect(async () => expect(await countColourPixels(await editor.waitForCard(), WINE)).toBeGreaterThan(200)).toPass()
  await expect(async () => expect(await computeMeanDifference(await editor.waitForCard(), defaultCard.shown)).toBeGreaterThan(2)).toPass()
  await expect(async () => {
    const customCard = { shown: await editor.waitForCard(), saved: await downloadCard() }
    await expectSameCard(customCard)
    expect(await countColourPixels(customCard.saved, WINE)).toBeGreaterThan(200)
    expect(await computeMeanDifference(customCard.saved, defaultCard.saved)).toBeGreaterThan(2)
    expect(await sharp(customCard.saved).metadata()).toMatchObject({ width: CARD_WIDTH, height: CARD_HEIGHT, format: 'png' })
  }).toPass()

  await editor.dialog.getByText('رمز قصير', { exact: true }).click()
  const { rows } = await admin.invitations.list({})
  await expect(async () => expect(await readWithJsQr(await downloadCard())).toBe(rows[0]!.id)).toPass()
})

test.describe('the card editor on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the card editor moves the QR code by touch', async ({ page, context, axe }) => {
    await typeInvitations(page)
    const editor = cardEditor(page)
    await editor.open()
    await axe()
    const card = (await editor.card.boundingBox())!
    const code = await readElementCentre(editor.handle('رمز الدعوة'))
    const touch = await context.newCDPSession(page)
    const touchPointsAt = (x: number, y: number) => [{ x, y }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPointsAt(code.x, code.y) })
    for (let step = 1; step <= 5; step++)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: touchPointsAt(code.x, code.y - (card.height * 0.3 * step) / 5),
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => readPartPosition(editor, 'رمز الدعوة')).toEqual([50, 50])
    // The test clicks, because on a busy machine the browser would treat a tap as a long press.
    await editor.undo.click()
    await expect.poll(() => readPartPosition(editor, 'رمز الدعوة')).toEqual([50, 80])

    for (const slider of ['رمز الدعوة، أعلى وأسفل', 'حجم الرمز', 'اسم الضيف، يميناً ويساراً']) {
      await editor.slider(slider).focus()
      await expect(editor.card).toBeInViewport({ ratio: 0.95 })
      const thumb = await readElementCentre(editor.slider(slider))
      const bottom = (await editor.card.boundingBox())!
      expect(thumb.y, slider).toBeGreaterThan(bottom.y + bottom.height)
    }
    await editor.slider('حجم الرمز').focus()
    await axe()
  })
})
