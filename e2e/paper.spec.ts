import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { hasPoppler, POPPLER_PACKAGE } from '../scripts/debian.mjs'
import { expect, test } from './fixtures.ts'
import { FORTY_GUEST_NAMES } from './guests.ts'
import { expectNothingCutOff, recordPrintCalls, waitForPrint } from './paper-page.ts'
import { normalizeText, pageSizesOf, pageTextsOf, renderPages } from './pdf.ts'
import { readWithScannerDecoder } from './pictures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
/** The size of A4 in mm. Chromium rounds the sides of a page to whole CSS pixels, which are 1/96 inch. */
const A4_SIZE_MM = { width: 209.9, height: 297 }

/** The resolution of the images that `renderPages` returns, in pixels per mm. */
const DOTS_PER_MM = 150 / 25.4

const GIVEN_NAMES = ['أحمد', 'إبراهيم', 'عبدالرحمن', 'عبد الله', 'الشيماء', 'خديجة', 'لؤي', 'هدى', 'يحيى', 'نورة', 'إلهام', 'آلاء', 'ثريا']
const FATHER_NAMES = ['علي', 'صالح', 'الأمين', 'لقمان', 'بلال', 'هيثم', 'رؤوف']
const FAMILY_NAMES = ['باوزير', 'الشامي', 'العولقي', 'الإرياني', 'الكثيري', 'الزهراني', 'باعبّاد']

/** Returns guests with different names: 40 as hosts write them, then combinations of names with difficult letters. */
const createGuestInputs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...EVENT,
    guestName:
      FORTY_GUEST_NAMES[n] ??
      `${GIVEN_NAMES[n % GIVEN_NAMES.length]} ${FATHER_NAMES[Math.floor(n / GIVEN_NAMES.length) % FATHER_NAMES.length]} ${FAMILY_NAMES[Math.floor(n / 91) % FAMILY_NAMES.length]}`,
    generationType: 'custom' as const,
    maxScans: n % 60 === 0 ? 25 : n % 25 === 0 ? 8 : (n % 4) + 1,
    isVip: n % 17 === 0,
    ...(n % 3 === 0 && { table: String((n % 30) + 1) }),
    ...(n % 50 === 0 && { note: 'معها كرسي متحرّك' }),
  }))

/** Chooses what to print in the menu of the print button. */
async function choosePrintout(page: Page, what: string) {
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

/** Returns a name as it must be sorted: without a leading article, with one form of alef, «عبد الله» as one word. */
const computeSortKey = (name: string) =>
  name
    .replace(/^ال(?=ش|أ)/, '')
    .replace(/^عبد /, 'عبد')
    .replace(/[أإآ]/g, 'ا')

/**
 * Returns the words of a name that a search in the PDF must find. Leaves out words of fewer than three letters, and words with vowel signs,
 * because pdftotext inserts spaces beside vowel signs.
 */
const extractSearchableWords = (name: string) =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .filter(word => !/[\u064B-\u0650\u0652]/.test(word))
    .map(normalizeText)
    .filter(word => word.length >= 3)

// `npm test` installs Poppler first. Without Poppler the tests of this file are skipped.
test.skip(!hasPoppler(), `apt-get install ${POPPLER_PACKAGE}`)

test('the printed gate list has all names as searchable text in order', async ({ page, admin, signIn }) => {
  const long = { ...EVENT, guestName: `الخالة ${'طويل '.repeat(38).trim()}`, table: 'طاولة أهل العروس ١٢', note: 'ن'.repeat(200) }
  const guests = [...createGuestInputs(149), long]
  const created = await admin.invitations.create({ invitations: [...guests, { ...EVENT, guestName: 'قحطان الملغى' }] })
  await admin.invitations.cancel({ id: created.at(-1)!.id })
  const family = created.find(({ maxScans }) => maxScans === 4)!
  await admin.checkIn.scan({ id: family.id, admit: 3 })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choosePrintout(page, 'قائمة الباب')
  await waitForPrint(page)

  const file = await page.pdf({ preferCSSPageSize: true })
  expect(await pageSizesOf(file)).toEqual(Array.from({ length: 4 }, () => A4_SIZE_MM))
  const texts = await pageTextsOf(file)
  expect(texts).toHaveLength(4)
  for (const [index, text] of texts.entries()) {
    for (const words of [EVENT.eventName, 'الخميس', 'طُبعت', 'الدعوات']) expect(text).toContain(normalizeText(words))
    expect(text.replace(/\s/g, '')).toContain(`صفحة${index + 1}من4`)
    // The only time of day on the page is the time of printing, because the event has no start time.
    expect(text).toMatch(/[\d٠-٩]{1,2}:[\d٠-٩]{2}/)
  }
  const wholeText = texts.join('\n')
  const missingWords = guests.flatMap(({ guestName }) => extractSearchableWords(guestName)).filter(word => !wholeText.includes(word))
  expect([...new Set(missingWords)]).toEqual([])
  expect(wholeText).not.toContain('قحطان')
  // The order of the names in the PDF. With -raw, pdftotext returns the words of a line from left to right, so they are reversed here.
  const lines = (await pageTextsOf(file, { isRaw: true })).join('\n').replace(/[ \t]+/g, ' ')
  const namePositions = createGuestInputs(149)
    .slice(FORTY_GUEST_NAMES.length)
    .map(({ guestName }) => ({
      key: computeSortKey(guestName),
      at: lines.indexOf(normalizeText(guestName).split(' ').reverse().join(' ')),
    }))
  const found = namePositions.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)
  // Some names are not found, because pdftotext inserts spaces beside vowel signs.
  expect(found.length).toBeGreaterThan(80)
  expect(found.map(({ key }) => key)).toEqual(found.map(({ key }) => key).sort(new Intl.Collator('ar').compare))

  // No sign above the letters of the title reaches the edge of the printed area, where it would be cut off.
  for (const sheet of await renderPages(file)) {
    const edgeArea = { left: 80, top: Math.floor(11 * DOTS_PER_MM), width: 1080, height: Math.floor(2 * DOTS_PER_MM) }
    const { channels } = await sharp(await sharp(sheet).extract(edgeArea).png().toBuffer())
      .greyscale()
      .stats()
    expect(channels[0]?.min).toBe(255)
  }

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1000 })
  const rows = page.locator('.gate-list li')
  await expect(rows).toHaveCount(150)
  const letters = await page.locator('.gate-list h2').allTextContents()
  expect(letters).toEqual([...'ابتثجحخدذرزسشصضطظعغفقكلمنهويABCDEFGHIJKLMNOPQRSTUVWXYZ', 'أخرى'].filter(letter => letters.includes(letter)))
  const partlyAdmittedGuest = rows.filter({ hasText: family.guestName }).first()
  await expect(partlyAdmittedGuest.locator('.gate-box')).toHaveCount(4)
  await expect(partlyAdmittedGuest.locator('.gate-box path')).toHaveCount(3)
  await expect(partlyAdmittedGuest).toContainText('وصل 3 من 4')
  const group = rows.filter({ hasText: guests[60]!.guestName }).first()
  await expect(group.locator('.gate-box')).toHaveCount(1)
  await expect(group).toContainText('× 25')
  await expect(rows.filter({ hasText: 'الخالة طويل' })).toContainText('طاولة أهل العروس ١٢')
  await expectNothingCutOff(page, '.paper *', 703)
})

test('the book of wishes has A5 pages with searchable text', async ({ page, admin, signIn }) => {
  const guests = createGuestInputs(40)
  const created = await admin.invitations.create({ invitations: guests })
  const wish = 'نسأل الله أن يجمع بينكما على خير، وأن يديم أفراحكم'
  for (const { id } of created) await admin.invitations.answer({ id, attends: true, people: 1, note: wish })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}/answers`)
  await page.getByRole('button', { name: 'اطبع كتاب التهاني' }).click()
  await waitForPrint(page)
  const file = await page.pdf({ preferCSSPageSize: true })
  const sizes = await pageSizesOf(file)
  expect(sizes.length).toBeGreaterThan(3)
  for (const size of sizes) expect(size).toEqual({ width: 148.2, height: 209.9 })
  const text = (await pageTextsOf(file)).join('\n')
  const words = guests.flatMap(({ guestName }) => extractSearchableWords(guestName))
  expect(words.filter(word => !text.includes(word))).toEqual([])
  expect(text.split('أفراحكم')).toHaveLength(created.length + 1)
  for (const word of ['كتاب', 'التهاني', 'زفاف']) expect(text).toContain(word)
})

/** The positions of the four cards on a sheet, in mm. The first card is at the upper right. */
const CARD_POSITIONS_MM = [
  { left: 110, top: 9 },
  { left: 10, top: 9 },
  { left: 110, top: 153 },
  { left: 10, top: 153 },
]

test('cards are printed four on an A4 sheet with readable QR codes', async ({ page, admin, signIn }) => {
  const created = await admin.invitations.create({ invitations: createGuestInputs(6) })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choosePrintout(page, 'البطاقات، أربع في الورقة')
  const dialog = page.getByRole('dialog', { name: 'البطاقات للطباعة' })
  await expect(dialog).toContainText('6 بطاقات في ورقتين')
  await waitForPrint(page)
  const file = await page.pdf({ preferCSSPageSize: true })
  expect(await pageSizesOf(file)).toEqual([A4_SIZE_MM, A4_SIZE_MM])

  const sheets = await renderPages(file)
  const codes: (string | undefined)[] = []
  for (const sheet of sheets) {
    const { width, height } = await sharp(sheet).metadata()
    expect([width, height]).toEqual([1240, 1754])
    for (const { left, top } of CARD_POSITIONS_MM) {
      const toDots = (millimetres: number) => Math.round(millimetres * DOTS_PER_MM)
      const area = { left: toDots(left), top: toDots(top), width: toDots(90), height: toDots(135) }
      codes.push(await readWithScannerDecoder(await sharp(sheet).extract(area).png().toBuffer()))
    }
  }
  const sortedCodesOf = (invitations: readonly Invitation[]) => invitations.map(({ code }) => code).sort()
  const read = codes.flatMap(code => (code ? [JSON.parse(code).id as string] : []))
  expect(read.sort()).toEqual(sortedCodesOf(created))
  // The last sheet has only two cards, so its last two positions are empty.
  expect(codes.slice(-2)).toEqual([undefined, undefined])

  // Black crop marks in the margin of the sheet continue the edges of the cards. The rest of the margin is white.
  const { data, info } = await sharp(sheets[0]!).greyscale().raw().toBuffer({ resolveWithObject: true })
  const darkestPixelAround = (x: number, y: number) => {
    const [column, row] = [Math.round(x * DOTS_PER_MM), Math.round(y * DOTS_PER_MM)]
    const around = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => data[(row + dy) * info.width + column + dx]!))
    return Math.min(...around)
  }
  for (const x of [110, 200, 10, 100]) expect(darkestPixelAround(x, 6)).toBeLessThan(140)
  for (const y of [9, 144, 153, 288]) expect(darkestPixelAround(204, y)).toBeLessThan(140)
  expect(darkestPixelAround(155, 4)).toBeGreaterThan(250)
  expect(darkestPixelAround(207, 75)).toBeGreaterThan(250)
})

test('stopping while cards are drawn for printing prints nothing', async ({ page, admin, signIn }) => {
  const created = await admin.invitations.create({ invitations: createGuestInputs(200) })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}/card`)
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'البطاقات للطباعة' })
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/)
  await dialog.getByRole('button', { name: 'إيقاف' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.paper')).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(0)
})

test('printed table signs show table, event and guests without cut text', async ({ page, admin, signIn, axe }) => {
  const createGuestsAtTable = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...EVENT, guestName: `${FORTY_GUEST_NAMES[n % 40]} ${name}`, table: name }))
  const created = await admin.invitations.create({
    invitations: [
      ...createGuestsAtTable('10', 8),
      ...createGuestsAtTable('2', 3),
      ...createGuestsAtTable('7', 40),
      // The guests of table 12 have names of sixty characters.
      ...createGuestsAtTable('12', 10).map(guest => ({ ...guest, guestName: guest.guestName.padEnd(60, ' وأهله') })),
      ...createGuestsAtTable('أهل العروس', 40),
      { ...EVENT, guestName: 'بلا طاولة' },
    ],
  })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choosePrintout(page, 'أسماء الطاولات')
  const dialog = page.getByRole('dialog', { name: 'أسماء الطاولات' })
  await expect(dialog).toContainText('5 طاولات')
  await axe()
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await waitForPrint(page)
  const pages = await pageTextsOf(await page.pdf({ preferCSSPageSize: true }))
  const text = pages.join('\n')
  for (const word of ['أهل العروس', '١٠', '٢', normalizeText(EVENT.eventName), 'الكثيري']) expect(text).toContain(word)
  expect(text).not.toContain('بلا طاولة')

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  expect([...new Set(await page.locator('.sign h2').allTextContents())]).toEqual(['٢', '٧', '١٠', '١٢', 'أهل العروس'])
  expect(pages).toHaveLength(Math.ceil((await page.locator('.sign').count()) / 2))
  await expectNothingCutOff(page, '.sign, .sign *', 794)
  const overflowing = await page.locator('.sign').evaluateAll(signs =>
    signs
      .filter(sign => {
        const { bottom } = sign.getBoundingClientRect()
        return [...sign.querySelectorAll('li, p, h2')].some(one => one.getBoundingClientRect().bottom > bottom - 42)
      })
      .map(sign => sign.textContent),
  )
  expect(overflowing).toEqual([])
})
