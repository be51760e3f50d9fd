import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectNothingCutOff, recordPrintCalls, waitForPrint } from './paper-page.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const FAMILY = { ...EVENT, generationType: 'custom' } as const
/** The width of A4 without margins of 12 mm, in CSS pixels. */
const PAPER_WIDTH = 703
const PRINTED = 'main, main *, .paper, .paper *'
const A4_MEDIA_BOX_PATTERN = /\/MediaBox\s*\[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/g

const emulatePaper = async (page: Page) => {
  await page.setViewportSize({ width: PAPER_WIDTH, height: 1000 })
  await page.emulateMedia({ media: 'print' })
}

test('the printed gate list fits A4 and has dark text in the dark theme', async ({ page, admin, signIn }) => {
  const guests = Array.from({ length: 120 }, (_, n) => ({ ...EVENT, guestName: `ضيف رقم ${String(n + 1).padStart(3, '0')}` }))
  const unusualGuests = [
    { ...FAMILY, guestName: `الخالة ${'طويل '.repeat(38).trim()}`, maxScans: 100, phone: '+967 771 234 567' },
    { ...EVENT, guestName: 'ا'.repeat(200) },
    { ...FAMILY, guestName: 'سارة', maxScans: 4 },
  ]
  const createdInvitations = await admin.invitations.create({
    invitations: [...guests, ...unusualGuests, { ...EVENT, eventName: 'تخرّج', guestName: 'غيرها' }],
  })
  await admin.checkIn.scan({ id: createdInvitations.find(({ guestName }) => guestName === 'سارة')!.id, admit: 3 })
  await recordPrintCalls(page)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await signIn()
  await page.goto('/data')
  await page.getByRole('combobox', { name: 'المناسبة' }).click()
  await page.getByRole('option', { name: /زفاف/ }).click()
  await expect(page.getByText('123 من 124')).toBeVisible()
  await page.getByRole('button', { name: 'قائمة الباب' }).click()
  await waitForPrint(page)

  await emulatePaper(page)
  await expect(page.getByRole('heading', { name: EVENT.eventName })).toBeVisible()
  await expect(page.getByText('الدعوات: 123 · الأشخاص: 225')).toBeVisible()
  await expect(page.locator('.gate-list li:visible')).toHaveCount(123)
  await expect(page.locator('.gate-list li').filter({ hasText: 'سارة' })).toContainText('وصل 3 من 4')
  // The list is sorted by the names without titles such as «الخالة», so this guest is last.
  await expect(page.locator('.gate-list li').last()).toContainText(/^الخالة طويل/)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectNothingCutOff(page, PRINTED, PAPER_WIDTH)
  // The printed text is dark, although the text of the dark theme is light on the screen. The colour changes with the next frame.
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 35, 31)')
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(A4_MEDIA_BOX_PATTERN)?.length).toBeGreaterThan(2)
  expect(paper.match(/\/MediaBox/g)?.length).toBe(paper.match(A4_MEDIA_BOX_PATTERN)?.length)

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/data')
  await expect(page.getByText('124 من 124')).toBeVisible()
  await emulatePaper(page)
  await expect(page.getByText('ضيف رقم 001', { exact: true })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNothingCutOff(page, PRINTED, PAPER_WIDTH)
})

test('a phone prints 50 invitations on fewer than five sheets', async ({ page, admin, signIn }) => {
  await admin.invitations.create({ invitations: Array.from({ length: 51 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` })) })
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  await page.goto('/data')
  const rangeText = page.getByText('هذه الدعوات من 1 إلى 50، وجملتها 51')
  await expect(page.getByText('51 من 51')).toBeVisible()
  await expect(rangeText).toBeHidden()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // The print has 17 rows of three list entries. With the row heights of the screen it would take 11 sheets.
  expect(paper.match(/\/MediaBox/g)?.length).toBeLessThan(5)
  await expect(page.getByRole('listitem').filter({ hasText: 'ضيف 2' }).first()).toBeVisible()

  await emulatePaper(page)
  await expect(rangeText).toBeVisible()
  await expect(page.getByText('51 من 51')).toBeHidden()
  await expectNothingCutOff(page, PRINTED, PAPER_WIDTH)
})

test('the printed reports fit A4 and cut off no text', async ({ page, admin, signIn }) => {
  const long = { ...EVENT, eventName: 'حفل '.repeat(45).trim(), guestName: 'ا'.repeat(200) }
  const [first] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }, long] })
  await admin.checkIn.scan({ id: first!.id })
  await signIn()
  await page.goto('/reports')
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await expect(page.getByText('سارة', { exact: true }).first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await emulatePaper(page)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNothingCutOff(page, PRINTED, PAPER_WIDTH)
  await expect(page.getByText('زفاف محمّد وسارة (Jan 14, 2027)')).toBeVisible()
  const headings = page.locator('main section[aria-labelledby] > :first-child')
  expect(await headings.evaluateAll(all => all.map(head => getComputedStyle(head).breakAfter))).toEqual(Array(4).fill('avoid'))
  expect((await page.pdf({ preferCSSPageSize: true })).toString('latin1')).toMatch(A4_MEDIA_BOX_PATTERN)
})
