import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { dayInAden } from '@hudur/core/testing/days'
import { type BrowserContext, type Page, test as playwrightTest } from '@playwright/test'
import { startProxy } from '../web/testing/proxy.ts'
import { ADMIN, test as base, createErrorWatcher, expect, startServerProcess, stopDrawing } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { enterScannedCode, scannerPage } from './scanner-page.ts'

export const SAMPLE_EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden(1) }

/** Matches messages that the browser logs when the server is unreachable, the session has ended or a file cannot be loaded. */
const NETWORK_MESSAGE_PATTERN = /ERR_|Failed to load resource|answered (?:401|50[234])|fetching the script/

type TestServer = {
  /** The URL of the proxy in front of the server. */
  url: string
  stop: () => Promise<void>
  start: () => Promise<void>
}

type Fixtures = {
  testServer: TestServer
  /**
   * Opens a browser context that is signed in, has downloaded the replica and shows the scanner. With `hasServiceWorker` the service worker
   * is installed and has downloaded all files of the product, so pages load while the server is unreachable. Without it they do not load.
   */
  newDevice: (
    credentials?: typeof ADMIN,
    options?: { hasServiceWorker: boolean },
  ) => Promise<{ context: BrowserContext; page: Page; allowErrors: (pattern: RegExp) => void }>
  /** Whether devices sign in with the form, which stores a verifier for later offline sign-ins. Otherwise they get a session cookie. */
  signsInByForm: boolean
}

/** Extends `test` by a proxy in front of the server, whose URL stays when the server stops, and by devices that use the proxy. */
export const test = base.extend<Fixtures>({
  testServer: async ({ product, hasOwnServer }, use) => {
    const { port } = new URL(product.url)
    const proxy = await startProxy(Number(port))
    let serverProcess: Pick<typeof product, 'stop'> = product
    await use({
      url: proxy.base,
      async stop() {
        if (!hasOwnServer) throw new Error('a test that stops its server needs one of its own: test.use({ hasOwnServer: true })')
        await serverProcess.stop()
      },
      async start() {
        serverProcess = await startServerProcess({ port, dataDir: product.dataDir })
      },
    })
    await proxy.close()
    if (hasOwnServer) await serverProcess.stop()
  },
  signsInByForm: [false, { option: true }],
  newDevice: async ({ browser, testServer, sessionCookieOf, signsInByForm }, use) => {
    const { allow, watch, unexpectedMessages } = createErrorWatcher(testServer.url)
    allow(NETWORK_MESSAGE_PATTERN)
    const contexts: BrowserContext[] = []
    await use(async (credentials = ADMIN, { hasServiceWorker } = { hasServiceWorker: true }) => {
      const { contextOptions, locale, timezoneId } = playwrightTest.info().project.use
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: testServer.url,
        locale: locale ?? 'ar',
        timezoneId: timezoneId ?? 'Asia/Aden',
        serviceWorkers: hasServiceWorker ? 'allow' : 'block',
      })
      contexts.push(context)
      await stopDrawing(context)
      watch(context)
      const page = await context.newPage()
      if (signsInByForm) {
        await openAndSignIn(page, credentials)
        await page.getByRole('link', { name: 'الماسح' }).first().click()
      } else {
        await context.addCookies([await sessionCookieOf(credentials)])
        await page.goto('/Scanner')
      }
      if (hasServiceWorker) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await expect.poll(() => readStoredValue(page, 'meta', 'replica')).toBeTruthy()
      return { context, page, allowErrors: allow }
    })
    for (const context of contexts) await context.close()
    expect(unexpectedMessages()).toEqual([])
  },
})

/** Opens the sign-in screen and signs in with the form. */
export async function openAndSignIn(page: Page, credentials: typeof ADMIN) {
  await page.goto('/login')
  await submitSignInForm(page, credentials)
}

/** Signs in with the form on the page. Waits for the first screen of the account, or the scanner if the session ended there. */
export async function submitSignInForm(page: Page, { username, password }: typeof ADMIN) {
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL(/\/(?:generator|requests|scanner)$/i)
}

type StoreQuery = { store: string; key?: string | number }

/** Runs in the page: returns the value of a key, or the number of all values, of an object store of the database on the device. */
const queryStore = ({ store, key }: StoreQuery) =>
  new Promise<unknown>((resolve, reject) => {
    const opening = indexedDB.open('hudur')
    let isMissing = false
    opening.onupgradeneeded = () => {
      // The product has not created its database yet. The upgrade is aborted, because the product could not use a database without stores.
      isMissing = true
      opening.transaction?.abort()
    }
    opening.onerror = () => (isMissing ? resolve(undefined) : reject(opening.error))
    opening.onsuccess = () => {
      const objects = opening.result.transaction(store).objectStore(store)
      const request = key === undefined ? objects.count() : objects.get(key)
      request.addEventListener('success', () => {
        opening.result.close()
        resolve(request.result)
      })
    }
  })

const readStoredValue = (page: Page, store: string, key: string | number) => page.evaluate(queryStore, { store, key } satisfies StoreQuery)

/** Returns how many values an object store on the device has, or `undefined` before the database exists. */
export const countStoredValues = (page: Page, store: string) => page.evaluate(queryStore, { store } satisfies StoreQuery)

/** Locates the badge that shows the state of the connection and the number of entries in the outbox. */
export const connectionBadge = (page: Page) => page.getByRole('button', { name: /^(?:متصل|غير متصل|الوضع المحلي|جاري الاختبار)/ })

export const LOCAL_MODE_PATTERN = /الوضع المحلي/

/** Starts a connection test from the menu of the connection badge. */
export async function testConnection(page: Page) {
  await connectionBadge(page).click()
  await page.getByRole('menuitem', { name: 'إعادة الاختبار' }).click()
}

/** Starts a connection test and waits until the badge shows that the server responds. The outbox may still wait for a sign-in. */
export async function reconnect(page: Page) {
  await testConnection(page)
  await expect(connectionBadge(page)).toContainText(/^متصل/)
}

/** Enters the code of each invitation as a hardware scanner does, and waits until the scanner shows that the guest is admitted. */
export async function admitGuests(page: Page, invited: readonly { id: string; guestName: string }[]) {
  for (const { id, guestName } of invited) {
    await scannerPage(page).field.focus()
    await enterScannedCode(page, id)
    await expect(scannerPage(page).verdict('admitted')).toContainText(guestName)
  }
}

/** Returns how many people the server has admitted with each invitation, by guest name. */
export async function readAdmittedPeopleByGuest(backend: Backend<Contract>) {
  const { rows } = await backend.invitations.list({})
  return Object.fromEntries(rows.map(({ guestName, currentScans }) => [guestName, currentScans]))
}

export const createNumberedGuestNames = (count: number, prefix = 'ضيف') => Array.from({ length: count }, (_, n) => `${prefix} رقم ${n + 1}`)

export const createInvitations = (backend: Backend<Contract>, names: readonly string[], more = {}) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...SAMPLE_EVENT, guestName, ...more })) })

/** Creates invitations for `SAMPLE_EVENT` in the generator, and waits until the page shows their cards. */
export async function generateInvitations(page: Page, names: readonly string[]) {
  const generator = generatorPage(page)
  await generator.fillEvent(SAMPLE_EVENT.eventName, SAMPLE_EVENT.eventDate)
  await generator.typeNames(names)
  await generator.submit.click()
  await expect(page.getByRole('img', { name: /^بطاقة / })).toHaveCount(names.length, { timeout: 40_000 })
}

/** Renews an ended session: opens the sign-in dialog from the notice, and enters the password. */
export async function renewSession(page: Page, { password }: typeof ADMIN) {
  await page.getByRole('button', { name: 'تسجيل الدخول من جديد' }).click()
  const signInDialog = page.getByRole('dialog')
  await signInDialog.getByLabel('كلمة المرور', { exact: true }).fill(password)
  await signInDialog.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(signInDialog).toBeHidden()
}

export { expect }
