import type { Invitation } from '@hudur/core'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { elementsCutOnPaper } from './cut-elements.ts'
import { expect, test } from './fixtures.ts'
import { FORTY_GUESTS } from './guests.ts'
import { drawnPages, hasPoppler, POPPLER, searchable, sizesOf, textsOf } from './pdf.ts'
import { readLikeDoors } from './pictures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
/** A4 in mm, as Chromium writes it in whole 1/96 inches. */
const A4 = { width: 209.9, height: 297 }

/** The resolution of `drawnPages`. */
const DOTS_PER_MM = 150 / 25.4

const GIVEN = ['أحمد', 'إبراهيم', 'عبدالرحمن', 'عبد الله', 'الشيماء', 'خديجة', 'لؤي', 'هدى', 'يحيى', 'نورة', 'إلهام', 'آلاء', 'ثريا']
const FATHERS = ['علي', 'صالح', 'الأمين', 'لقمان', 'بلال', 'هيثم', 'رؤوف']
const FAMILIES = ['باوزير', 'الشامي', 'العولقي', 'الإرياني', 'الكثيري', 'الزهراني', 'باعبّاد']

/** Returns guests with different names: 40 as hosts write them, then combinations of names with difficult letters. */
const manyGuests = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...EVENT,
    guestName:
      FORTY_GUESTS[n] ??
      `${GIVEN[n % GIVEN.length]} ${FATHERS[Math.floor(n / GIVEN.length) % FATHERS.length]} ${FAMILIES[Math.floor(n / 91) % FAMILIES.length]}`,
    generationType: 'custom' as const,
    maxScans: n % 60 === 0 ? 25 : n % 25 === 0 ? 8 : (n % 4) + 1,
    isVip: n % 17 === 0,
    ...(n % 3 === 0 && { table: String((n % 30) + 1) }),
    ...(n % 50 === 0 && { note: 'معها كرسي متحرّك' }),
  }))

const countPrints = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) }))

const isPrinted = (page: Page) => page.waitForFunction(() => (window as unknown as { printed: number }).printed === 1)

async function choose(page: Page, what: string) {
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

/** Returns a name as it is expected to be sorted: without the article of its first word, with one form of alef, «عبد الله» as one word. */
const orderKey = (name: string) =>
  name
    .replace(/^ال(?=ش|أ)/, '')
    .replace(/^عبد /, 'عبد')
    .replace(/[أإآ]/g, 'ا')

/**
 * Returns the words of a name that a search in the PDF must find: three letters and more, and no vowel signs, because pdftotext reads spaces
 * beside them.
 */
const wordsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .filter(word => !/[\u064B-\u0650\u0652]/.test(word))
    .map(searchable)
    .filter(word => word.length >= 3)

// `npm test` installs Poppler first and prints when it could not; a run of one file by hand may lack it.
test.skip(!hasPoppler(), `apt-get install ${POPPLER}`)

test('the gate list of 300 guests has every name in the order of the alphabet, searchable, with its head on each page and nothing cut', async ({
  page,
  admin,
  signIn,
}) => {
  const long = { ...EVENT, guestName: `الخالة ${'طويل '.repeat(38).trim()}`, table: 'طاولة أهل العروس ١٢', note: 'ن'.repeat(200) }
  const guests = [...manyGuests(299), long]
  const created = await admin.invitations.create({ invitations: [...guests, { ...EVENT, guestName: 'قحطان الملغى' }] })
  await admin.invitations.cancel({ id: created.at(-1)!.id })
  const family = created.find(({ maxScans }) => maxScans === 4)!
  await admin.scanning.scan({ id: family.id, admit: 3 })
  await countPrints(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choose(page, 'قائمة البوابة')
  await isPrinted(page)

  const file = await page.pdf({ preferCSSPageSize: true })
  expect(await sizesOf(file)).toEqual(Array.from({ length: 6 }, () => A4))
  const texts = await textsOf(file)
  expect(texts).toHaveLength(6)
  for (const [index, text] of texts.entries()) {
    for (const words of [EVENT.eventName, 'الخميس', 'طُبعت', 'الدعوات']) expect(text).toContain(searchable(words))
    expect(text.replace(/\s/g, '')).toContain(`صفحة${index + 1}من6`)
    // The time of printing: the event has no hour.
    expect(text).toMatch(/[\d٠-٩]{1,2}:[\d٠-٩]{2}/)
  }
  const wholeText = texts.join('\n')
  const missingWords = guests.flatMap(({ guestName }) => wordsOf(guestName)).filter(word => !wholeText.includes(word))
  expect([...new Set(missingWords)]).toEqual([])
  expect(wholeText).not.toContain('قحطان')
  // Names without titles, in the order in which they stand in the file. Each line is there from left to right.
  const lines = (await textsOf(file, { isRaw: true })).join('\n').replace(/[ \t]+/g, ' ')
  const places = manyGuests(299)
    .slice(FORTY_GUESTS.length)
    .map(({ guestName }) => ({ key: orderKey(guestName), at: lines.indexOf(searchable(guestName).split(' ').reverse().join(' ')) }))
  const found = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)
  // pdftotext reads spaces beside vowel signs.
  expect(found.length).toBeGreaterThan(200)
  expect(found.map(({ key }) => key)).toEqual(found.map(({ key }) => key).sort(new Intl.Collator('ar').compare))

  // Marks above the title do not reach the edge of the printed area, where they would be cut off.
  for (const sheet of await drawnPages(file)) {
    const edge = { left: 80, top: Math.floor(11 * DOTS_PER_MM), width: 1080, height: Math.floor(2 * DOTS_PER_MM) }
    const { channels } = await sharp(await sharp(sheet).extract(edge).png().toBuffer())
      .greyscale()
      .stats()
    expect(channels[0]?.min).toBe(255)
  }

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1000 })
  const rows = page.locator('.gate-list li')
  await expect(rows).toHaveCount(300)
  const letters = await page.locator('.gate-list h2').allTextContents()
  expect(letters).toEqual([...'ابتثجحخدذرزسشصضطظعغفقكلمنهويABCDEFGHIJKLMNOPQRSTUVWXYZ', 'أخرى'].filter(letter => letters.includes(letter)))
  const ofThree = rows.filter({ hasText: family.guestName }).first()
  await expect(ofThree.locator('.gate-box')).toHaveCount(4)
  await expect(ofThree.locator('.gate-box path')).toHaveCount(3)
  await expect(ofThree).toContainText('دخل 3 من 4')
  const group = rows.filter({ hasText: guests[60]!.guestName }).first()
  await expect(group.locator('.gate-box')).toHaveCount(1)
  await expect(group).toContainText('× 25')
  await expect(rows.filter({ hasText: 'الخالة طويل' })).toContainText('طاولة أهل العروس ١٢')
  expect(await elementsCutOnPaper(page, '.paper *', 703)).toEqual([])
})

/** The places of the cards on a sheet in mm, in their order. */
const PLACES = [
  { left: 110, top: 9 },
  { left: 10, top: 9 },
  { left: 110, top: 153 },
  { left: 10, top: 153 },
]

test('cards are printed four on an A4 sheet, in their size between crop marks, and their codes are read at 150 dpi', async ({
  page,
  admin,
  signIn,
}) => {
  const created = await admin.invitations.create({ invitations: manyGuests(10) })
  await countPrints(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choose(page, 'البطاقات، أربع في الورقة')
  const dialog = page.getByRole('dialog', { name: 'البطاقات للطباعة' })
  await expect(dialog).toContainText('3 أوراق فيها 10 بطاقات')
  await isPrinted(page)
  const file = await page.pdf({ preferCSSPageSize: true })
  expect(await sizesOf(file)).toEqual([A4, A4, A4])

  const sheets = await drawnPages(file)
  const codes: (string | undefined)[] = []
  for (const sheet of sheets) {
    const { width, height } = await sharp(sheet).metadata()
    expect([width, height]).toEqual([1240, 1754])
    for (const { left, top } of PLACES) {
      const card = { left: left * DOTS_PER_MM, top: top * DOTS_PER_MM, width: 90 * DOTS_PER_MM, height: 135 * DOTS_PER_MM }
      const [x, y, cardWidth, cardHeight] = [card.left, card.top, card.width, card.height].map(Math.round) as [
        number,
        number,
        number,
        number,
      ]
      codes.push(
        await readLikeDoors(await sharp(sheet).extract({ left: x, top: y, width: cardWidth, height: cardHeight }).png().toBuffer()),
      )
    }
  }
  const idsOf = (invitations: readonly Invitation[]) => invitations.map(({ code }) => code).sort()
  const read = codes.flatMap(code => (code ? [JSON.parse(code).id as string] : []))
  expect(read.sort()).toEqual(idsOf(created))
  // The last sheet has two cards only, and no crop marks where there is none.
  expect(codes.slice(-2)).toEqual([undefined, undefined])

  // Black marks on the edge lines of the first card, outside it; the rest of the margin is white.
  const { data, info } = await sharp(sheets[0]!).greyscale().raw().toBuffer({ resolveWithObject: true })
  const darkest = (x: number, y: number) => {
    const [column, row] = [Math.round(x * DOTS_PER_MM), Math.round(y * DOTS_PER_MM)]
    const around = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => data[(row + dy) * info.width + column + dx]!))
    return Math.min(...around)
  }
  for (const x of [110, 200, 10, 100]) expect(darkest(x, 6)).toBeLessThan(140)
  for (const y of [9, 144, 153, 288]) expect(darkest(204, y)).toBeLessThan(140)
  expect(darkest(155, 4)).toBeGreaterThan(250)
  expect(darkest(207, 75)).toBeGreaterThan(250)
})

test('drawing the cards can be stopped, and afterwards the page itself is printed', async ({ page, admin, signIn }) => {
  const created = await admin.invitations.create({ invitations: manyGuests(200) })
  await countPrints(page)
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

test('every table gets a sign with its name, the event and its guests, two on an A4 sheet, without names that are cut', async ({
  page,
  admin,
  signIn,
  axe,
}) => {
  const table = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...EVENT, guestName: `${FORTY_GUESTS[n % 40]} ${name}`, table: name }))
  const created = await admin.invitations.create({
    invitations: [
      ...table('10', 8),
      ...table('2', 3),
      ...table('7', 40),
      // Names of sixty letters.
      ...table('12', 10).map(guest => ({ ...guest, guestName: guest.guestName.padEnd(60, ' وأهله') })),
      ...table('أهل العروس', 40),
      { ...EVENT, guestName: 'بلا طاولة' },
    ],
  })
  await countPrints(page)
  await signIn()
  await page.goto(`/events/${created[0]!.eventId}`)
  await choose(page, 'أسماء الطاولات')
  const dialog = page.getByRole('dialog', { name: 'أسماء الطاولات' })
  await expect(dialog).toContainText('5 طاولات')
  await axe()
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await isPrinted(page)
  const pages = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const text = pages.join('\n')
  for (const word of ['أهل العروس', '١٠', '٢', searchable(EVENT.eventName), 'الكثيري']) expect(text).toContain(word)
  expect(text).not.toContain('بلا طاولة')

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  expect([...new Set(await page.locator('.sign h2').allTextContents())]).toEqual(['٢', '٧', '١٠', '١٢', 'أهل العروس'])
  expect(pages).toHaveLength(Math.ceil((await page.locator('.sign').count()) / 2))
  expect(await elementsCutOnPaper(page, '.sign, .sign *', 794)).toEqual([])
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
