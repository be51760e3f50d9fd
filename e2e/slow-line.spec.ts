import { expect, test, watchErrors } from './fixtures.ts'
import { countStored, fillSignIn } from './offline-devices.ts'
import { scannerPage } from './scanner-page.ts'
import { startSlowLine } from './slow-line.ts'

const HOST = { username: 'bab', password: 'كلمة-سر 2' }
const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: new Date(Date.now() + 43_200_000).toISOString().slice(0, 10) }
const GUESTS = 500

/** A GPRS line with a weak signal: 64 kbit/s, and one connection of ten is cut. */
const LINE = { bytesPerSecond: 64_000 / 8, cutsOneOf: 10 }

/** The longest time (ms), from an empty cache, until the scanner's replica is complete. */
const WITHIN_MS = 180_000

test('over 64 kbit/s, with a tenth of the connections cut, a host signs in, and the scanner has 500 guests within three minutes and admits two', async ({
  admin,
  product,
  browser,
}) => {
  test.setTimeout(WITHIN_MS + 90_000)
  const host = await admin.accounts.create({ ...HOST, fullName: 'سالم بن عبدات', generationLimit: GUESTS })
  const invitations = Array.from({ length: GUESTS }, (_, n) => ({ ...EVENT, userId: host.id, guestName: `ضيف رقم ${n + 1}` }))
  const guests = await admin.invitations.create({ invitations })
  const line = await startSlowLine(Number(new URL(product.url).port), LINE)
  const context = await browser.newContext({ baseURL: line.url, viewport: { width: 360, height: 760 }, serviceWorkers: 'allow' })
  const page = await context.newPage()
  const { allow, unexpected } = watchErrors(page, line.url)
  allow(/ERR_|Failed to load resource|failed:/)

  const opened = performance.now()
  // A person loads a page again whose connection was cut.
  const openSignIn = async () => {
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: 'اسم المستخدم' }).waitFor({ timeout: 60_000 })
  }
  await expect(openSignIn).toPass({ timeout: WITHIN_MS })
  await fillSignIn(page, HOST)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(page.getByText('بانتظار الضيف')).toBeVisible({ timeout: WITHIN_MS })
  await expect.poll(() => countStored(page, 'invitations'), { timeout: WITHIN_MS }).toBe(GUESTS)
  const seconds = (performance.now() - opened) / 1_000
  test.info().annotations.push({ type: 'guests on the device', description: `after ${seconds.toFixed(0)} s` })
  expect(seconds * 1_000).toBeLessThan(WITHIN_MS)

  // The scan of a guest is decided over this line, and without it.
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
  expect(unexpected()).toEqual([])
  await context.close()
  await line.close()
})
