import { CARD_HEIGHT, CARD_SIZES_ON_TEMPLATE, CARD_WIDTH, DEFAULT_POSITIONS, nameBox } from '@hudur/core/cards/geometry'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { collectDownloads, generatorPage, readDownloadedBytes } from './generator-page.ts'
import { readWithJsQr } from './pictures.ts'

const EVENT = 'زفاف محمّد وسارة'
const GUESTS = ['الأستاذ خالد سعيد باوزير', 'علي', 'عائلة المهندس ياسر الحمّادي وأبناؤه وأحفاده الكرام']

/** Returns locators and actions for the studio. */
function studioPage(page: Page) {
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
    /** Waits until the card is drawn. Returns a PNG of it as the studio shows it. */
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

type Studio = ReturnType<typeof studioPage>

/** Returns the position of a part as its two sliders show it: percent of the card from the left, and from the top. */
const readPartPosition = async (studio: Studio, part: string) => [
  Number(await studio.slider(`${part}، يميناً ويساراً`).inputValue()),
  Number(await studio.slider(`${part}، أعلى وأسفل`).inputValue()),
]

const readElementCentre = async (locator: Locator) => {
  const box = (await locator.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function typeInvitations(page: Page, guests: readonly string[] = GUESTS) {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.typeNames(guests)
}

async function generateInvitations(page: Page, guests: readonly string[] = GUESTS) {
  await typeInvitations(page, guests)
  await generatorPage(page).submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
}

const NAME_BOX = nameBox('', DEFAULT_POSITIONS.name, CARD_SIZES_ON_TEMPLATE)
const WHOLE_CARD_AREA = { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT }

/**
 * Returns the pixels of a part of the card, 3 bytes each. First the card is scaled to a width of 640 px, then the part to at most `width`
 * px.
 */
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
  const studio = studioPage(page)
  await studio.open()
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 60])
  expect(await readPartPosition(studio, 'رمز الدعوة')).toEqual([50, 80])
  const before = await studio.waitForCard()
  await axe()

  // The values of the sliders grow to the right, also on this right-to-left page, and downwards.
  await studio.slider('اسم الضيف، يميناً ويساراً').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await studio.slider('اسم الضيف، أعلى وأسفل').focus()
  await page.keyboard.press('ArrowRight')
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([52, 61])
  await expect(async () => expect(await computeMeanDifference(await studio.waitForCard(), before, NAME_BOX)).toBeGreaterThan(0.5)).toPass()
  for (const [key, end] of [
    ['Home', 10],
    ['End', 90],
  ] as const) {
    await page.keyboard.press(key)
    expect((await readPartPosition(studio, 'اسم الضيف'))[1]).toBe(end)
  }

  // A click on the card moves the chosen part to that position.
  const card = (await studio.card.boundingBox())!
  await page.mouse.click(card.x + card.width * 0.5, card.y + card.height * 0.3)
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 30])

  // A drag moves the part under the pointer by the distance of the drag, also when it begins beside the centre of the part.
  const code = await readElementCentre(studio.handle('رمز الدعوة'))
  await page.mouse.move(code.x + 10, code.y + 10)
  await page.mouse.down()
  for (let step = 1; step <= 5; step++)
    await page.mouse.move(code.x + 10 - card.width * 0.04 * step, code.y + 10 - card.height * 0.02 * step)
  await page.mouse.up()
  expect(await readPartPosition(studio, 'رمز الدعوة')).toEqual([30, 70])
  await expect(studio.handle('رمز الدعوة')).toHaveAttribute('aria-pressed', 'true')
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 30])

  await studio.handle('اسم الضيف').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([49, 35])
  await expect(studio.dialog.getByText('اسم الضيف: 49% من يسار البطاقة، 35% من أعلاها')).toBeAttached()
})

test('the card editor undoes a drag as one change', async ({ page }) => {
  await typeInvitations(page)
  const studio = studioPage(page)
  await studio.open()
  await expect(studio.undo).toBeDisabled()
  await expect(studio.redo).toBeDisabled()

  const card = (await studio.card.boundingBox())!
  const name = await readElementCentre(studio.handle('اسم الضيف'))
  await page.mouse.move(name.x, name.y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(name.x, name.y - (card.height * 0.2 * step) / 8)
  await page.mouse.up()
  await studio.dialog.getByRole('radio', { name: 'كوفي' }).check()
  await studio.dialog.getByRole('radio', { name: 'يمين', exact: true }).check()
  await studio.dialog.getByRole('radio', { name: 'ميلادي', exact: true }).check()
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 40])

  await studio.dialog.getByRole('button', { name: 'إعادة الضبط' }).click()
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 60])
  await expect(studio.dialog.getByRole('radio', { name: 'أميري' })).toBeChecked()
  await expect(studio.dialog.getByRole('radio', { name: 'وسط' })).toBeChecked()
  // A reset restores the layout. It keeps the calendar, which is part of the card's text.
  await expect(studio.dialog.getByRole('radio', { name: 'ميلادي', exact: true })).toBeChecked()

  await page.keyboard.press('Control+z')
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 40])
  await expect(studio.dialog.getByRole('radio', { name: 'كوفي' })).toBeChecked()
  await studio.undo.click()
  await studio.undo.click()
  await studio.undo.click()
  await expect(studio.dialog.getByRole('radio', { name: 'أميري' })).toBeChecked()
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 40])
  // One undo reverts the whole drag.
  await studio.undo.click()
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 60])
  await expect(studio.undo).toBeDisabled()

  await page.keyboard.press('Control+Shift+Z')
  expect(await readPartPosition(studio, 'اسم الضيف')).toEqual([50, 40])
  await studio.redo.click()
  await expect(studio.dialog.getByRole('radio', { name: 'كوفي' })).toBeChecked()
})

test('the card editor saves the card as it is shown', async ({ page, admin }) => {
  const WINE = [0x5b, 0x22, 0x33]
  // Another typeface changes the mean of the name's box by more than 3, but hardly that of the whole card. So both are compared.
  const expectSameCard = async ({ shown, saved }: { shown: Buffer; saved: Buffer }) => {
    expect(await computeMeanDifference(shown, saved)).toBeLessThan(2)
    expect(await computeMeanDifference(shown, saved, NAME_BOX)).toBeLessThan(2)
  }
  await generateInvitations(page, ['علي'])
  const studio = studioPage(page)
  await studio.open()
  const downloadCard = async () => {
    const coming = collectDownloads(page, 1)
    await studio.dialog.getByRole('button', { name: 'تحميل الكل' }).click()
    return readDownloadedBytes((await coming)[0]!)
  }
  const defaultCard = { shown: await studio.waitForCard(), saved: await downloadCard() }
  await expectSameCard(defaultCard)
  expect(await countColourPixels(defaultCard.shown, WINE)).toBe(0)
  expect(await countColourPixels(defaultCard.saved, WINE)).toBe(0)

  await studio.dialog.getByRole('radio', { name: 'خمري' }).check()
  await studio.dialog.getByRole('radio', { name: 'رقّاص' }).check()
  await studio.slider('حجم الاسم').focus()
  await page.keyboard.press('End')
  await studio.dialog.getByRole('radio', { name: 'هجري', exact: true }).check()
  await studio.dialog.getByRole('textbox', { name: 'السطر الأول' }).fill('الساعة الثامنة مساءً')
  await studio.dialog.getByRole('textbox', { name: 'السطر الثالث' }).fill('الداعون: صالح بن أحمد وأبناؤه')
  await expect(async () => expect(await countColourPixels(await studio.waitForCard(), WINE)).toBeGreaterThan(200)).toPass()
  await expect(async () => expect(await computeMeanDifference(await studio.waitForCard(), defaultCard.shown)).toBeGreaterThan(2)).toPass()
  await expect(async () => {
    const customCard = { shown: await studio.waitForCard(), saved: await downloadCard() }
    await expectSameCard(customCard)
    expect(await countColourPixels(customCard.saved, WINE)).toBeGreaterThan(200)
    expect(await computeMeanDifference(customCard.saved, defaultCard.saved)).toBeGreaterThan(2)
    expect(await sharp(customCard.saved).metadata()).toMatchObject({ width: CARD_WIDTH, height: CARD_HEIGHT, format: 'png' })
  }).toPass()

  await studio.dialog.getByText('رمز قصير', { exact: true }).click()
  const { rows } = await admin.invitations.list({})
  await expect(async () => expect(await readWithJsQr(await downloadCard())).toBe(rows[0]!.id)).toPass()
})

test.describe('the studio on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the card editor moves the QR code by touch', async ({ page, context, axe }) => {
    await typeInvitations(page)
    const studio = studioPage(page)
    await studio.open()
    await axe()
    const card = (await studio.card.boundingBox())!
    const code = await readElementCentre(studio.handle('رمز الدعوة'))
    const touch = await context.newCDPSession(page)
    const touchPointsAt = (x: number, y: number) => [{ x, y }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPointsAt(code.x, code.y) })
    for (let step = 1; step <= 5; step++)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: touchPointsAt(code.x, code.y - (card.height * 0.3 * step) / 5),
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => readPartPosition(studio, 'رمز الدعوة')).toEqual([50, 50])
    // The test clicks, because on a busy machine the browser would treat a tap as a long press.
    await studio.undo.click()
    await expect.poll(() => readPartPosition(studio, 'رمز الدعوة')).toEqual([50, 80])

    for (const slider of ['رمز الدعوة، أعلى وأسفل', 'حجم الرمز', 'اسم الضيف، يميناً ويساراً']) {
      await studio.slider(slider).focus()
      await expect(studio.card).toBeInViewport({ ratio: 0.95 })
      const thumb = await readElementCentre(studio.slider(slider))
      const bottom = (await studio.card.boundingBox())!
      expect(thumb.y, slider).toBeGreaterThan(bottom.y + bottom.height)
    }
    await studio.slider('حجم الرمز').focus()
    await axe()
  })
})
