import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { ADMIN, expectAccessible } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import {
  admissionsByGuest,
  admitAll,
  connectionBadge,
  createInvitations,
  event,
  expect,
  fillSignIn,
  guestNames,
  LOCAL_MODE,
  readStored,
  reconnect,
  type TestServer,
  test,
} from './offline-devices.ts'
import { scannerPage } from './scanner-page.ts'

/** Creates invitations for `event` with the generator, and waits for their cards. */
async function generate(page: Page, names: readonly string[]) {
  const generator = generatorPage(page)
  await generator.eventName.fill(event.eventName)
  const [year, month, day] = event.eventDate.split('-')
  await generator.typeDate(day!, month!, year!)
  await generator.typeNames(names)
  await generator.submit.click()
  await expect(page.getByRole('img', { name: /^بطاقة / })).toHaveCount(names.length, { timeout: 40_000 })
}

/**
 * Two ways of losing the server that need a browser; `local-mode.test.ts` tests the others. Each function returns one that ends the loss.
 */
const WAYS_TO_LOSE_SERVER: Record<string, (testServer: TestServer, context: BrowserContext) => Promise<() => Promise<void>>> = {
  async 'the network is off'(_, context) {
    await context.setOffline(true)
    return () => context.setOffline(false)
  },
  async 'the server is stopped'(testServer) {
    await testServer.stop()
    return testServer.start
  },
}

for (const [way, loseServer] of Object.entries(WAYS_TO_LOSE_SERVER)) {
  test.describe(way, () => {
    test.use({ ownServer: way === 'the server is stopped', signsInByForm: true })

    test('signs in offline, admits six guests and creates five invitations; the upload records each of them once', async ({
      newDevice,
      admin,
      testServer,
    }) => {
      const invited = await createInvitations(admin, guestNames(6))
      const { page, context } = await newDevice()
      // The replica stays on the device after the session has ended.
      await context.clearCookies()
      await page.reload()
      // The device knows that the session has ended before the network is lost.
      await page.waitForURL(/\/website$/)

      const restore = await loseServer(testServer, context)
      await page.goto('/login')
      await expect(page.getByText(/يدخل هنا بكلمة مروره من دخل من هذا الجهاز/)).toBeVisible()
      await fillSignIn(page, ADMIN)
      await expect(connectionBadge(page)).toHaveText(LOCAL_MODE)
      await expect(page.getByText(/يعمل النظام بالوضع المحلي/)).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'الماسح' }).first().click()
      await admitAll(page, invited)
      await expect(page.getByText(/^وصل/).first()).toHaveText(/6\s*من 6/)
      await expect(connectionBadge(page)).toContainText('6')
      await page.getByRole('link', { name: 'المولّد' }).first().click()
      await generate(page, guestNames(5, 'جديد'))
      await expect(connectionBadge(page)).toContainText('7')

      await restore()
      await reconnect(page)
      // The user signed in offline, so the server has no session yet and requires a sign-in.
      await page.getByRole('button', { name: 'تسجيل الدخول من جديد' }).click()
      const signInDialog = page.getByRole('dialog')
      await signInDialog.getByLabel('كلمة المرور', { exact: true }).fill(ADMIN.password)
      await signInDialog.getByRole('button', { name: 'تسجيل الدخول' }).click()
      await expect(connectionBadge(page)).toHaveText('متصل')
      await expect.poll(async () => Object.keys(await admissionsByGuest(admin)).length).toBe(11)
      await expect
        .poll(() => admissionsByGuest(admin))
        .toEqual({
          ...Object.fromEntries(invited.map(({ guestName }) => [guestName, 1])),
          ...Object.fromEntries(guestNames(5, 'جديد').map(guestName => [guestName, 0])),
        })
      expect((await admin.accounts.me({}))?.usedGenerations).toBe(11)
      expect(await admin.scanning.conflicts({})).toEqual({ rows: [], total: 0 })
    })
  })
}

test('shows a green verdict, and records a scan and a creation once and charges once, when the server’s responses are lost', async ({
  newDevice,
  admin,
  testServer,
}) => {
  const [guest] = await createInvitations(admin, ['سميّة الإرياني'])
  const { page } = await newDevice()
  testServer.networkState('losing')
  await admitAll(page, [guest!])
  await expect.poll(() => admissionsByGuest(admin)).toEqual({ 'سميّة الإرياني': 1 })
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  testServer.networkState('open')
  await reconnect(page)
  testServer.networkState('losing')
  await generate(page, ['أمل', 'بلقيس'])
  testServer.networkState('open')
  await reconnect(page)
  await expect.poll(() => admissionsByGuest(admin)).toEqual({ 'سميّة الإرياني': 1, أمل: 0, بلقيس: 0 })
  expect((await admin.accounts.me({}))?.usedGenerations).toBe(3)
  expect(await admin.scanning.conflicts({})).toEqual({ rows: [], total: 0 })
  await expect(connectionBadge(page)).toHaveText('متصل')
})

test('when two devices admit the same code offline, both scans are counted and both devices show one conflict', async ({
  newDevice,
  admin,
}) => {
  const [guest] = await createInvitations(admin, ['بلقيس المقطري'])
  const devices = [await newDevice(ADMIN, { opensOffline: false }), await newDevice(ADMIN, { opensOffline: false })]
  for (const { page, context } of devices) {
    await context.setOffline(true)
    await admitAll(page, [guest!])
  }
  for (const { page, context } of devices) {
    await context.setOffline(false)
    await reconnect(page)
  }
  await expect.poll(() => admissionsByGuest(admin)).toEqual({ 'بلقيس المقطري': 2 })
  expect((await admin.scanning.conflicts({})).rows).toMatchObject([{ kind: 'double', guestName: 'بلقيس المقطري', isSeen: false }])
  for (const { page } of devices) {
    await page.reload()
    await expect(page.getByText(/سُجّل بلا اتصال ويحتاج مراجعتك/)).toBeVisible()
  }
  const [{ page }] = devices as [(typeof devices)[0]]
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  const conflictDialog = page.getByRole('dialog')
  await expect(conflictDialog).toContainText('دخول مكرّر أثناء انقطاع الاتصال · بلقيس المقطري')
  await expectAccessible(page)
  await conflictDialog.getByRole('button', { name: 'اطّلعت' }).click()
  await expect(conflictDialog).toContainText('اطّلعت على كل ما هنا')
  expect((await admin.scanning.conflicts({})).rows).toMatchObject([{ isSeen: true }])
})

test('uploads every offline scan of a closed tab and of two tabs that scanned at the same time', async ({ newDevice, admin }) => {
  const invited = await createInvitations(admin, guestNames(8))
  const { page, context } = await newDevice()
  await context.setOffline(true)
  await admitAll(page, invited.slice(0, 4))
  await expect(connectionBadge(page)).toContainText('4')
  await page.close()
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) {
    await tab.goto('/Scanner')
    await expect(connectionBadge(tab)).toHaveText(/الوضع المحلي.*4/)
  }
  await first.bringToFront()
  // Both tabs scan in parallel, each its own guests.
  await Promise.all([admitAllByHand(first, invited.slice(4, 6)), admitAllByHand(second, invited.slice(6))])
  for (const tab of [first, second]) await expect(connectionBadge(tab)).toContainText('8')
  await context.setOffline(false)
  await reconnect(first)
  await expect.poll(async () => Object.values(await admissionsByGuest(admin)).filter(count => count === 1).length).toBe(8)
  for (const tab of [first, second]) await expect(connectionBadge(tab)).toHaveText('متصل')
})

/** Admits guests with the button, because two pages cannot have the keyboard focus at the same time. */
async function admitAllByHand(page: Page, invited: readonly { id: string; guestName: string }[]) {
  for (const { id, guestName } of invited) {
    await scannerPage(page).field.fill(id)
    await scannerPage(page).verify.click()
    await expect(scannerPage(page).verdict('admitted')).toContainText(guestName)
  }
}

test('reports and data say that they show the replica of this device while the server is unreachable', async ({ newDevice, admin }) => {
  await createInvitations(admin, guestNames(3))
  const { page, context } = await newDevice()
  const replicaNotice = page.getByText(/^تعرض نسخة هذا الجهاز، آخر تحديث \S/)
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

test('lists a rejected entry of the outbox under «لم يُرسل» with the reason, saves it to a file, and uploads the later entries', async ({
  newDevice,
  admin,
}) => {
  const [guest] = await createInvitations(admin, ['سميّة الإرياني'])
  const { page, context, allowErrors } = await newDevice()
  allowErrors(/answered 409: POST \S+\/invitations\/create\.php$/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await generate(page, ['أمل'])
  const entry = (await readStored(page, 'outbox', 1)) as { input: { invitations: { id: string }[] } }
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await admitAll(page, [guest!])
  // Another invitation gets the id of the offline one.
  await admin.invitations.create({ invitations: [{ ...event, guestName: 'غيرها', id: entry.input.invitations[0]!.id }] })
  await context.setOffline(false)
  await reconnect(page)

  const notice = page.getByText('لم يُرسل: عمل واحد رفضه الخادم')
  await expect(notice).toBeVisible()
  await expect.poll(() => admissionsByGuest(admin)).toEqual({ 'سميّة الإرياني': 1, غيرها: 0 })
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'لم يُرسل' })).toBeVisible()
  const item = dialog.getByRole('listitem').filter({ hasText: 'توليد دعوة واحدة' })
  await expect(item).toContainText('توجد دعوة بهذا المعرّف ومحتواها مختلف')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'حفظ في ملف' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('hudur-unsent.json')
  expect(await readFile(await file.path(), 'utf8')).toContain('أمل')

  await page.reload()
  await expect(notice).toBeVisible()
})

/**
 * Returns a function that waits until the page has sent no request for half a second. A service worker that is replaced while it answers requests
 * goes on for up to five minutes in a Chromium with a debugger, such as the one of this test.
 */
function watchRequests(page: Page) {
  let lastRequest = Date.now()
  page.on('request', () => {
    lastRequest = Date.now()
  })
  return () => expect.poll(() => Date.now() - lastRequest).toBeGreaterThan(500)
}

test('offers a newer version outside the scanner only, and installs it only when the user asks for it', async ({ newDevice, admin }) => {
  // The service worker downloads the product twice, 6 MB each time.
  test.slow()
  const [guest] = await createInvitations(admin, ['سميّة الإرياني'])
  const { page } = await newDevice()
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  await expect.poll(worker).toBeTruthy()
  // The browser takes a service worker with another URL for a newer version.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?newer').then(() => undefined))
  const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  await expect.poll(isWaiting).toBe(true)
  const offer = page.getByText('وصلت نسخة أحدث من حُضور')
  await admitAll(page, [guest!])
  await expect(offer).toBeHidden()
  expect(await worker()).not.toContain('newer')

  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(scannerPage(page).field).toBeVisible()
  await expect(offer).toBeHidden()
  const requestsEnd = watchRequests(page)
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await requestsEnd()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'حدّث الآن' }).click()
  await loaded
  await expect.poll(worker).toContain('newer')
})

test('shows whether the device is ready for tonight, and serves the manifest and icons for a home screen', async ({
  newDevice,
  admin,
  testServer,
}) => {
  await createInvitations(admin, guestNames(3))
  const { page } = await newDevice()
  await page.reload()
  // The header is provisional until the server has answered who is signed in: a menu that opens in it closes again.
  await expect(scannerPage(page).field).toBeVisible()
  await connectionBadge(page).click()
  await page.getByRole('menuitem', { name: 'جاهز لليلة' }).click()
  const ready = page.getByRole('dialog', { name: 'جاهز لليلة' })
  const checks = ready.getByRole('list', { name: 'ما على هذا الجهاز' })
  await expect(checks).toContainText('على هذا الجهاز 3 دعوات')
  await expect(checks).toContainText('يفتح حُضور هنا دون اتصال')
  await expect(checks).toContainText('ساعة هذا الجهاز مضبوطة')
  await expectAccessible(page)
  await expect(ready).toContainText('كل ما عُمل هنا وصل إلى الخادم')
  await ready.getByRole('button', { name: 'أرسل الآن' }).click()
  await expect(ready).toContainText('آخر تبادل')

  const answer = await fetch(`${testServer.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ dir: 'rtl', lang: 'ar', display: 'standalone', start_url: '/login', shortcuts: [{ url: '/Scanner' }] })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) expect((await fetch(testServer.url + src)).headers.get('content-type')).toBe('image/png')
  expect((await fetch(`${testServer.url}/service-worker.js`)).headers.get('cache-control')).toBe('no-cache')
})
