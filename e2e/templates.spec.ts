import { CARD_SIZES_ON_TEMPLATE, codeBoxes, DEFAULT_POSITIONS } from '@hudur/core/cards/geometry'
import { DEFAULT_LOOK, TEMPLATE_NAMES } from '@hudur/core/cards/look'
import { GOLDEN_NAMES } from '@hudur/core/testing/golden-names'
import { test as recordTest } from '@playwright/test'
import sharp from 'sharp'
import { generateInvitations } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { download, readDownloadedBytes } from './generator-page.ts'
import { isMeasurementDue, readRecordedFigures, reportFigure } from './measurements.ts'
import { MESSENGER_COMPRESSIONS, readWithJsQr, readWithZBar, recompressLikeMessenger } from './pictures.ts'

/** The width of the compared images (px). It is the width of a phone. */
const IMAGE_WIDTH = 360

/** The allowed difference from a reviewed image. Browsers smooth the edges of letters differently. */
const IMAGE_TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.002 }

/** An event for each filter of the template picker. */
const EVENTS_BY_OCCASION = {
  زفاف: { eventName: 'زفاف محمّد بن عبدالرحمن السقّاف وسارة', time: 'الثامنة مساءً', place: 'قاعة ليالي أزال، صنعاء' },
  'تخرّج ومولود': { eventName: 'حفل تخرّج الدفعة العشرين من كلية الطب', time: 'السادسة مساءً', place: 'قاعة جامعة صنعاء الكبرى' },
  أعمال: { eventName: 'ملتقى روّاد الأعمال السنوي الثالث', time: 'التاسعة صباحاً', place: 'فندق موفنبيك، الرياض' },
  عزاء: { eventName: 'عزاء آل باوزير', time: 'بعد صلاة العصر', place: 'ديوان آل باوزير، المكلا' },
}

/** Guest names that are difficult to draw. The cards use them in turn. */
const GUESTS = Object.values(GOLDEN_NAMES)

/** Returns a card in the width of a phone, with a white box over its QR code, because the code is different in each run. */
async function renderPhoneSizedCard(card: Buffer) {
  const { x, y, width, height } = codeBoxes(DEFAULT_POSITIONS.code, CARD_SIZES_ON_TEMPLATE).code
  const white = { create: { width, height, channels: 3 as const, background: '#ffffff' } }
  // Resizes in a second step, because sharp would otherwise resize the card before it draws the white box.
  const covered = await sharp(card)
    .removeAlpha()
    .composite([{ input: white, left: x, top: y }])
    .png()
    .toBuffer()
  return sharp(covered).resize(IMAGE_WIDTH).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const DECODERS = { jsQR: readWithJsQr, ZBar: readWithZBar }

/** The number of readings in the measurement: each decoder reads each recompressed copy of a card of each template. */
const READING_COUNT = TEMPLATE_NAMES.length * MESSENGER_COMPRESSIONS.length * Object.keys(DECODERS).length

/** The width (device pixels) of the phone on which a guest shows a recompressed copy of the card to a scanner. */
const SCREEN_WIDTH = 1080

/** Returns a copy of a card as the guest's phone shows it, in the full width of the screen. */
const scaleToScreen = async (copy: Promise<Buffer>) =>
  sharp(await copy)
    .resize(SCREEN_WIDTH, null, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** Returns the decoders that do not read the code from an image. */
async function findFailingDecoders(image: Buffer, code: string) {
  const readings = await Promise.all(Object.entries(DECODERS).map(async ([name, read]) => ({ name, text: await read(image) })))
  return readings.filter(({ text }) => !text?.includes(code)).map(({ name }) => name)
}

if (isMeasurementDue('templates'))
  test('the card of each template matches its reviewed image and is readable', async ({ page, signIn, admin }, info) => {
    test.setTimeout(600_000)
    await signIn()
    const templateNames: string[] = []
    const unreadCards: string[] = []
    // ZBar does not read some codes with long names in copies whose long side has 640 pixels.
    let unreadCopies = 0
    for (const [occasion, { eventName, time, place }] of Object.entries(EVENTS_BY_OCCASION)) {
      await page.goto('/generator')
      await generateInvitations(page, eventName, GUESTS)
      await page.getByRole('textbox', { name: 'الوقت بالكلمات', exact: true }).fill(time)
      await page.getByRole('textbox', { name: 'المكان', exact: true }).fill(place)
      await page.getByRole('group', { name: 'نوع المناسبة' }).getByRole('button', { name: occasion }).click()
      const { rows } = await admin.invitations.list({})
      const radios = page.getByRole('group', { name: 'تصميم البطاقة' }).getByRole('radio')
      for (const radio of await radios.all()) {
        const design = await radio.inputValue()
        const guest = GUESTS[templateNames.push(design) % GUESTS.length]!
        const { code } = rows.find(row => row.guestName === guest && row.eventName === eventName)!
        await radio.check()
        const card = await readDownloadedBytes(await download(page.getByRole('button', { name: `تحميل بطاقة ${guest}`, exact: true })))
        expect.soft(await renderPhoneSizedCard(card)).toMatchSnapshot(`card-${design}.png`, IMAGE_TOLERANCE)
        for (const decoder of await findFailingDecoders(card, code)) unreadCards.push(`${design}: ${decoder}`)
        for (const compression of MESSENGER_COMPRESSIONS)
          for (const decoder of await findFailingDecoders(await scaleToScreen(recompressLikeMessenger(card, compression)), code)) {
            unreadCopies += 1
            if (decoder !== 'ZBar' || compression.longSide > 640)
              unreadCards.push(`${design}: ${decoder}, ${compression.longSide} px, JPEG ${compression.quality}`)
          }
      }
    }
    expect(templateNames.sort()).toEqual([...TEMPLATE_NAMES].sort())
    expect(unreadCards).toEqual([])
    expect(unreadCopies).toBeLessThan(READING_COUNT / 50)
    reportFigure(info, 'templates', 'copies', { read: READING_COUNT - unreadCopies, of: READING_COUNT })
  })

if (isMeasurementDue('templates'))
  test('the card of each template with words of the house and children matches its reviewed image', async ({ page, signIn, admin }) => {
    test.setTimeout(300_000)
    await signIn()
    const { eventName: name, place } = EVENTS_BY_OCCASION.زفاف
    const house = { noChildren: true, noPhotography: true, words: 'نرجو إغلاق الهواتف أثناء الزفّة' }
    const event = await admin.events.create({ name, date: '2027-01-14', startsAt: '20:00', place, house })
    const guest = { eventId: event.id, guestName: 'عائلة الأستاذ خالد باوزير', generationType: 'custom', maxScans: 4, children: 2 } as const
    const [invitation] = await admin.invitations.create({ invitations: [guest] })
    for (const design of TEMPLATE_NAMES) {
      const look = { ...DEFAULT_LOOK, background: { is: 'ready' as const, design } }
      await admin.invitations.saveDesign({ eventId: event.id, eventName: name, eventDate: event.date, look })
      await page.goto(`/i/${invitation!.code}`)
      const card = await readDownloadedBytes(await download(page.getByRole('button', { name: 'احفظ البطاقة' })))
      expect.soft(await renderPhoneSizedCard(card)).toMatchSnapshot(`card-house-${design}.png`, IMAGE_TOLERANCE)
    }
  })

if (!isMeasurementDue('templates'))
  recordTest('measurements.json records that 98 % of the template cards were read', () => {
    const { read, of } = readRecordedFigures('templates').copies!
    expect(of).toBe(READING_COUNT)
    expect(read).toBeGreaterThan(0.98 * READING_COUNT)
  })
