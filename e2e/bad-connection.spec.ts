import { dayInAden } from '@hudur/core/testing/days'
import type { Page } from '@playwright/test'
import { createErrorWatcher, expect, test } from './fixtures.ts'
import { countStoredValues } from './offline-devices.ts'
import { scannerPage } from './scanner-page.ts'
import { startSlowLine } from './slow-line.ts'

const HOST = { username: 'bab', password: 'كلمة-سر 2' }
const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden() }
const GUESTS = 500

/** The speed and the errors of a GPRS line with a weak signal: 64 kbit/s, and one request of ten loses its connection. */
const GPRS_LINE = { bytesPerSecond: 64_000 / 8, requestsPerCut: 10 }

/** The maximum time (ms) from opening the sign-in screen with an empty cache until the scanner's replica is complete. */
const MAX_DURATION_MS = 180_000

/** Signs in with the form, and presses the button again after each lost response, as a user would. */
async function signIn(page: Page, { username, password }: typeof HOST) {
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password)
  const failure = page.getByText('حدث خطأ أثناء تسجيل الدخول')
  const end = page.waitForURL(/\/(?:generator|requests)$/, { timeout: MAX_DURATION_MS }).then(() => 'signed in')
  do {
    await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
    await expect(failure).toBeHidden()
  } while ((await Promise.race([end, failure.waitFor({ timeout: MAX_DURATION_MS }).then(() => 'failed')])) === 'failed')
}

test('at 64 kbit/s with cut requests, 500 guests download in three minutes', async ({ admin, product, browser }) => {
  test.setTimeout(MAX_DURATION_MS + 90_000)
  const host = await admin.accounts.create({ ...HOST, fullName: 'سالم بن عبدات', generationLimit: GUESTS })
  const invitations = Array.from({ length: GUESTS }, (_, n) => ({ ...EVENT, userId: host.id, guestName: `ضيف رقم ${n + 1}` }))
  const guests = await admin.invitations.create({ invitations })
  const line = await startSlowLine(Number(new URL(product.url).port), GPRS_LINE)
  const context = await browser.newContext({ baseURL: line.url, viewport: { width: 360, height: 760 }, serviceWorkers: 'allow' })
  const { allow, watch, unexpectedMessages } = createErrorWatcher(line.url)
  watch(context)
  const page = await context.newPage()
  // The third message is that of the service worker's script. The fourth is that of a module of the start: the page reloads itself then.
  allow(/ERR_|Failed to load resource|An unknown error occurred when fetching the script|failed:/)
  allow(/Failed to fetch dynamically imported module: \S+\/assets\/(?:start-backend|show-product)-/)

  const opened = performance.now()
  // `toPass` opens the page again when its connection was cut, as a user would.
  const openSignInScreen = async () => {
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: 'اسم المستخدم' }).waitFor({ timeout: 60_000 })
  }
  await expect(openSignInScreen).toPass({ timeout: MAX_DURATION_MS })
  await signIn(page, HOST)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(page.getByText('بانتظار الضيف')).toBeVisible({ timeout: MAX_DURATION_MS })
  await expect.poll(() => countStoredValues(page, 'invitations'), { timeout: MAX_DURATION_MS }).toBe(GUESTS)
  const seconds = (performance.now() - opened) / 1_000
  test.info().annotations.push({ type: 'guests on the device', description: `after ${seconds.toFixed(0)} s` })
  expect(seconds * 1_000).toBeLessThan(MAX_DURATION_MS)

  // The scanner admits one guest over the slow line, and another guest while offline.
  const { field, verdict } = scannerPage(page)
  await field.fill(guests[0]!.id)
  await page.keyboard.press('Enter')
  await expect(verdict('admitted')).toBeVisible()
  await context.setOffline(true)
  await field.fill(guests[GUESTS - 1]!.id)
  await page.keyboard.press('Enter')
  await expect(verdict('admitted')).toContainText(`ضيف رقم ${GUESTS}`)
  test.info().annotations.push({ type: 'requests', description: `${line.counts.cut} of ${line.counts.requests} cut` })
  expect(line.counts.cut).toBeGreaterThan(0)
  expect(unexpectedMessages()).toEqual([])
  await context.close()
  await line.close()
})

test('a screen whose files cannot be fetched says so and opens when the server responds', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.clock.install()
  await signIn()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  const failure = page.getByRole('heading', { level: 1, name: 'الخادم لا يجيب' })
  // The files are requested again after pauses of seconds.
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(failure).toBeVisible({ timeout: 500 })
  }).toPass()

  const retry = page.getByRole('button', { name: 'إعادة المحاولة' })
  await retry.click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(async () => {
    if (await retry.isVisible()) await retry.click()
    await expect(page.getByRole('heading', { level: 1, name: 'مولّد الدعوات' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
})
