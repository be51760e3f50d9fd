import type { Page } from '@playwright/test'
import { ADMIN, expectAccessible } from './fixtures.ts'
import {
  admitGuests,
  connectionBadge,
  createInvitations,
  createNumberedGuestNames,
  expect,
  generateInvitations,
  LOCAL_MODE_PATTERN,
  readAdmittedPeopleByGuest,
  reconnect,
  renewSession,
  submitSignInForm,
  test,
} from './offline-devices.ts'
import { scannerPage } from './scanner-page.ts'

test.describe('with a server of its own and a sign-in with the form', () => {
  test.use({ hasOwnServer: true, signsInByForm: true })

  test('when the server is stopped, offline admissions and invitations are uploaded once', async ({ newDevice, admin, testServer }) => {
    const invited = await createInvitations(admin, createNumberedGuestNames(6))
    const { page, context } = await newDevice()
    // The replica stays on the device after the session has ended.
    await context.clearCookies()
    await page.reload()
    // The redirect shows that the page knows of the ended session before the server becomes unreachable.
    await page.waitForURL(/\/login$/)

    await testServer.stop()
    await page.goto('/login')
    await expect(page.getByText(/من دخل من هذا الجهاز في آخر 14 يوماً/)).toBeVisible()
    await submitSignInForm(page, ADMIN)
    await expect(connectionBadge(page)).toHaveText(LOCAL_MODE_PATTERN)
    await expect(page.getByText(/يعمل النظام بالوضع المحلي/)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'الماسح' }).first().click()
    await admitGuests(page, invited)
    await expect(page.getByText(/^وصل/).first()).toHaveText(/6\s*من 6/)
    await expect(connectionBadge(page)).toContainText('6')
    await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
    await generateInvitations(page, createNumberedGuestNames(5, 'جديد'))
    await expect(connectionBadge(page)).toContainText('7')

    await testServer.start()
    await reconnect(page)
    // The user signed in offline, so the server has no session yet and requires a sign-in.
    await renewSession(page, ADMIN)
    await expect(connectionBadge(page)).toHaveText('متصل')
    await expect.poll(async () => Object.keys(await readAdmittedPeopleByGuest(admin)).length).toBe(11)
    await expect
      .poll(() => readAdmittedPeopleByGuest(admin))
      .toEqual({
        ...Object.fromEntries(invited.map(({ guestName }) => [guestName, 1])),
        ...Object.fromEntries(createNumberedGuestNames(5, 'جديد').map(guestName => [guestName, 0])),
      })
    expect((await admin.accounts.me({}))?.usedGenerations).toBe(11)
    expect(await admin.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
  })
})

test('offline scans of several tabs are all uploaded', async ({ newDevice, admin }) => {
  const invited = await createInvitations(admin, createNumberedGuestNames(8))
  const { page, context } = await newDevice()
  await context.setOffline(true)
  await admitGuests(page, invited.slice(0, 4))
  await expect(connectionBadge(page)).toContainText('4')
  await page.close()
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) {
    await tab.goto('/Scanner')
    await expect(connectionBadge(tab)).toHaveText(/الوضع المحلي.*4/)
  }
  await first.bringToFront()
  // Both tabs scan different guests at the same time.
  await Promise.all([admitGuestsWithButton(first, invited.slice(4, 6)), admitGuestsWithButton(second, invited.slice(6))])
  for (const tab of [first, second]) await expect(connectionBadge(tab)).toContainText('8')
  await context.setOffline(false)
  await reconnect(first)
  await expect.poll(async () => Object.values(await readAdmittedPeopleByGuest(admin)).filter(count => count === 1).length).toBe(8)
  for (const tab of [first, second]) await expect(connectionBadge(tab)).toHaveText('متصل')
})

/** Admits guests with the verify button, because two pages cannot have the keyboard focus at the same time. */
async function admitGuestsWithButton(page: Page, invited: readonly { id: string; guestName: string }[]) {
  for (const { id, guestName } of invited) {
    await scannerPage(page).field.fill(id)
    await scannerPage(page).verify.click()
    await expect(scannerPage(page).verdict('admitted')).toContainText(guestName)
  }
}

test('offline, a notice says that the data are the device’s replica', async ({ newDevice, admin }) => {
  await createInvitations(admin, createNumberedGuestNames(3))
  const { page, context } = await newDevice()
  const replicaNotice = page.getByText(/^تُعرض نسخة هذا الجهاز، آخر تحديث \S/)
  await page.goto('/data')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(replicaNotice).toBeHidden()
  await context.setOffline(true)
  await page.reload()
  await expect(replicaNotice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'التقارير' }).first().click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(replicaNotice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(replicaNotice).toBeHidden()
  await context.setOffline(false)
  await reconnect(page)
})

/**
 * Stops the app's downloads of code that may be needed next, and waits until the page has sent no request for half a second. Playwright
 * attaches a debugger, and in a Chromium with a debugger a service worker that is replaced during a request keeps running for up to five
 * minutes.
 */
async function waitForIdleServiceWorker(page: Page) {
  let lastRequest = Date.now()
  page.on('request', () => {
    lastRequest = Date.now()
  })
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0
  })
  await expect.poll(() => Date.now() - lastRequest).toBeGreaterThan(500)
}

test('a newer version is offered in the generator but not in the scanner', async ({ newDevice, admin }) => {
  // The service worker stores the product twice: 6 MB each time, which are 2.5 MB of compressed downloads.
  test.slow()
  const [guest] = await createInvitations(admin, ['سميّة الإرياني'])
  const { page } = await newDevice()
  const readActiveWorkerUrl = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  await expect.poll(readActiveWorkerUrl).toBeTruthy()
  // The browser treats a service worker with another URL as a newer version.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?newer').then(() => undefined))
  const isNewWorkerWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  await expect.poll(isNewWorkerWaiting).toBe(true)
  const updateNotice = page.getByText('وصلت نسخة أحدث من حُضور')
  await admitGuests(page, [guest!])
  await expect(updateNotice).toBeHidden()
  expect(await readActiveWorkerUrl()).not.toContain('newer')

  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await expect(updateNotice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(scannerPage(page).field).toBeVisible()
  await expect(updateNotice).toBeHidden()
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await waitForIdleServiceWorker(page)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'حدّث الآن' }).click()
  await loaded
  await expect.poll(readActiveWorkerUrl).toContain('newer')
})

test('the readiness dialog shows replica, offline start and clock', async ({ newDevice, admin, testServer }) => {
  await createInvitations(admin, createNumberedGuestNames(3))
  const { page } = await newDevice()
  await page.reload()
  // Waits until the server has confirmed the session. The header is rendered again then, which would close an open menu.
  await expect(scannerPage(page).field).toBeVisible()
  await connectionBadge(page).click()
  await page.getByRole('menuitem', { name: 'جاهز لليلة' }).click()
  const readinessDialog = page.getByRole('dialog', { name: 'جاهز لليلة' })
  const checks = readinessDialog.getByRole('list', { name: 'ما على هذا الجهاز' })
  await expect(checks).toContainText('على هذا الجهاز 3 دعوات')
  await expect(checks).toContainText('يفتح حُضور هنا دون اتصال')
  await expect(checks).toContainText('ساعة هذا الجهاز مضبوطة')
  await expectAccessible(page)
  await expect(readinessDialog).toContainText('كل ما عُمل هنا وصل إلى الخادم')
  await readinessDialog.getByRole('button', { name: 'أرسل الآن' }).click()
  await expect(readinessDialog).toContainText('آخر مزامنة')

  const answer = await fetch(`${testServer.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ dir: 'rtl', lang: 'ar', display: 'standalone', start_url: '/login', shortcuts: [{ url: '/Scanner' }] })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) expect((await fetch(testServer.url + src)).headers.get('content-type')).toBe('image/png')
  expect((await fetch(`${testServer.url}/service-worker.js`)).headers.get('cache-control')).toBe('no-cache')
})
