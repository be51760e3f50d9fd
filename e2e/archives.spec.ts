import { type Page, test as recordTest } from '@playwright/test'
import sharp from 'sharp'
import { chooseBackgroundPicture, createPhotograph, downloadZippedCards, generateInvitations, pixelsOf } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { isMeasurementDue, readRecordedFigures, reportFigure } from './measurements.ts'

const EVENT = 'زفاف أحمد'

const WORKER_SCRIPT_URL = '**/card-worker-*.js'

const TALL_NAMES = ['ﷲ', 'آلُ إِيـلَـافٍ', 'هٰذَا ٱلرَّحْمٰنُ', 'محـــــــــمد']

const GUESTS = [...TALL_NAMES, 'قسم 3 (5 أشخاص)']

/** Replaces a text in the script of workers that start afterwards. Fails when the text does not occur exactly once. */
async function patchWorkerScript(page: Page, text: string, replacement: string) {
  await page.unroute(WORKER_SCRIPT_URL)
  await page.route(WORKER_SCRIPT_URL, async route => {
    const response = await route.fetch()
    const [before, after, ...more] = (await response.text()).split(text)
    expect([typeof after, more.length], 'the replaced text occurs once in the script of the worker').toEqual(['string', 0])
    await route.fulfill({ response, body: `${before}${replacement}${after}` })
  })
}

/** Creates another invitation, whose card shows a number of persons. */
async function addFamilyCard(page: Page) {
  // Waits for the button that appears above the form when the design of the first cards is saved. It shifts the elements clicked next.
  await expect(page.getByRole('button', { name: 'من تصاميم مناسباتك السابقة' })).toBeVisible()
  await page.getByText(/^مخصص/).click()
  await page.getByRole('textbox', { name: 'اسم الضيف' }).fill('عائلة صالح')
  await page.getByRole('textbox', { name: 'عدد الأشخاص' }).fill('5')
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page.getByRole('img', { name: 'بطاقة عائلة صالح' })).toBeVisible()
}

for (const { background, picture, guests } of [
  { background: 'a photograph', picture: () => createPhotograph({ noise: 24 }), guests: GUESTS.slice(0, 2) },
  { background: 'a built-in template', picture: undefined, guests: GUESTS },
]) {
  if (!isMeasurementDue('archives')) {
    recordTest(`measurements.json records equal pixels of cards on ${background}`, () => {
      expect(readRecordedFigures('archives')[background]).toEqual({ read: guests.length + 1, of: guests.length + 1 })
    })
    continue
  }
  test(`cards on ${background} have the same pixels with either compression`, async ({ page, signIn }, info) => {
    test.setTimeout(300_000)
    await signIn()
    await page.goto('/generator')
    await generateInvitations(page, EVENT, guests)
    await addFamilyCard(page)
    if (picture) await chooseBackgroundPicture(page, await picture())
    // The product compresses only the rows that differ between cards when it draws at least 60 cards. The patch lowers this limit to 3.
    await patchWorkerScript(page, 'length<60', 'length<3')
    const rowCompressedCards = await downloadZippedCards(page)
    await patchWorkerScript(page, 'reusesEqualRows:!0', 'reusesEqualRows:!1')
    const fullyCompressedCards = await downloadZippedCards(page)

    expect(rowCompressedCards).toHaveLength(guests.length + 1)
    expect(rowCompressedCards.map(({ name }) => name)).toEqual(fullyCompressedCards.map(({ name }) => name))
    for (const [n, { name, file }] of rowCompressedCards.entries())
      expect((await pixelsOf(file)).equals(await pixelsOf(fullyCompressedCards[n]!.file)), name).toBe(true)
    // Cards whose changed rows are compressed have no alpha channel. Cards that are compressed as a whole have one.
    const channels = await Promise.all(
      [rowCompressedCards, fullyCompressedCards].map(async files => (await sharp(files[0]!.file).metadata()).channels),
    )
    expect(channels).toEqual([3, 4])
    const sumFileBytes = (files: typeof rowCompressedCards) => files.reduce((sum, { file }) => sum + file.length, 0)
    expect(sumFileBytes(rowCompressedCards)).toBeLessThan(sumFileBytes(fullyCompressedCards))
    reportFigure(info, 'archives', background, { read: rowCompressedCards.length, of: guests.length + 1 })
  })
}
