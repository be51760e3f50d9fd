import { cp, rm } from 'node:fs/promises'
import type { Backend, Contract } from '@hudur/core'
import { type BrowserContext, type Page, test as playwrightTest } from '@playwright/test'
import { type NetworkState, startProxy } from '../web/testing/proxy.ts'
import { ADMIN, test as base, callerOf, expect, startProduct, watchErrors } from './fixtures.ts'
import { scanKeys, scannerPage } from './scanner-page.ts'

export const event = { eventName: 'زفاف محمّد وسارة', eventDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }

/** Messages of the browser itself when the network is lost, the session has ended or an image cannot be loaded. */
const NETWORK = /ERR_|Failed to load resource|answered (?:401|5\d\d)|fetching the script/

export type TestServer = {
  /** URL of the proxy in front of the server. `networkState` sets how the proxy treats connections. */
  url: string
  networkState: (networkState: NetworkState) => void
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Copies the data folder. Resolves to a function that restores the copy; call that function while the server is stopped. */
  backUp: () => Promise<() => Promise<void>>
}

type Fixtures = {
  testServer: TestServer
  /**
   * Opens a browser context of its own that is signed in, has the replica and shows the scanner. With `opensOffline` it has installed the
   * service worker, which downloads all files of the product. Otherwise it can load no page or further script while the server is
   * unreachable.
   */
  newDevice: (
    credentials?: typeof ADMIN,
    options?: { opensOffline: boolean },
  ) => Promise<{ context: BrowserContext; page: Page; allowErrors: (pattern: RegExp) => void }>
  /** Whether devices sign in with the form, which stores a verifier for signing in offline. Otherwise they get the cookie of a session. */
  signsInByForm: boolean
}

/** Playwright's `test` with a proxy in front of the server that can enter every `NetworkState`. */
export const test = base.extend<Fixtures>({
  testServer: async ({ product, ownServer }, use) => {
    const { port } = new URL(product.url)
    const proxy = await startProxy(Number(port))
    let running: Pick<typeof product, 'stop'> = product
    await use({
      url: proxy.base,
      networkState: proxy.become,
      async stop() {
        if (!ownServer) throw new Error('a test that stops its server needs one of its own: test.use({ ownServer: true })')
        await running.stop()
      },
      async start() {
        running = await startProduct({ port, dataDir: product.dataDir })
      },
      async backUp() {
        const copy = `${product.dataDir}-copy`
        await cp(product.dataDir, copy, { recursive: true })
        return async () => {
          await rm(product.dataDir, { recursive: true, force: true })
          await cp(copy, product.dataDir, { recursive: true })
          await rm(copy, { recursive: true, force: true })
        }
      },
    })
    await proxy.close()
    if (ownServer) await running.stop()
  },
  signsInByForm: [false, { option: true }],
  newDevice: async ({ browser, testServer, sessionOf, signsInByForm }, use) => {
    const watched: ReturnType<typeof watchErrors>[] = []
    const contexts: BrowserContext[] = []
    await use(async (credentials = ADMIN, { opensOffline } = { opensOffline: true }) => {
      const { contextOptions, locale, timezoneId } = playwrightTest.info().project.use
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: testServer.url,
        locale: locale ?? 'ar',
        timezoneId: timezoneId ?? 'Asia/Aden',
        serviceWorkers: opensOffline ? 'allow' : 'block',
      })
      contexts.push(context)
      context.on('page', page => {
        const watcher = watchErrors(page, testServer.url)
        watcher.allow(NETWORK)
        watched.push(watcher)
      })
      const page = await context.newPage()
      if (signsInByForm) {
        await signInOn(page, credentials)
        await page.getByRole('link', { name: 'الماسح' }).first().click()
      } else {
        await context.addCookies([await sessionOf(credentials)])
        await page.goto('/Scanner')
      }
      if (opensOffline) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await expect.poll(() => readStored(page, 'meta', 'copy')).toBeTruthy()
      const allowErrors = (pattern: RegExp) => {
        for (const watcher of watched) watcher.allow(pattern)
      }
      return { context, page, allowErrors }
    })
    for (const context of contexts) await context.close()
    expect(watched.flatMap(({ unexpected }) => unexpected())).toEqual([])
  },
})

export async function signInOn(page: Page, credentials: typeof ADMIN) {
  await page.goto('/login')
  await fillSignIn(page, credentials)
}

/** Signs in with the form on the page, and waits for the next screen. */
export async function fillSignIn(page: Page, { username, password }: typeof ADMIN) {
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL(/\/(?:generator|requests)$/)
}

type StoreQuery = { store: string; key?: string | number }

/** Runs in the page: returns the value of a key, or the number of all values, of an object store of the database on the device. */
const queryStore = ({ store, key }: StoreQuery) =>
  new Promise<unknown>((resolve, reject) => {
    const opening = indexedDB.open('hudur')
    let isMissing = false
    opening.onupgradeneeded = () => {
      // The product has not created its database yet, and could not do so later if an empty one existed.
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

/** Returns the value of a key from an object store on the device, or `undefined`. */
export const readStored = (page: Page, store: string, key: string | number) =>
  page.evaluate(queryStore, { store, key } satisfies StoreQuery)

/** Returns how many values an object store on the device has, or `undefined` before the database exists. */
export const countStored = (page: Page, store: string) => page.evaluate(queryStore, { store } satisfies StoreQuery)

/** Locates the badge that shows the state of the connection and the number of entries in the outbox. */
export const connectionBadge = (page: Page) => page.getByRole('button', { name: /^(?:متصل|غير متصل|الوضع المحلي|جاري الاختبار)/ })

export const LOCAL_MODE = /الوضع المحلي/

/** Tests the connection at once, with the menu of the badge. */
export async function testConnection(page: Page) {
  await connectionBadge(page).click()
  await page.getByRole('menuitem', { name: 'إعادة الاختبار' }).click()
}

/** Tests the connection and waits up to 30 s until the server answers. The upload of the outbox may still need a sign-in. */
export async function reconnect(page: Page) {
  await testConnection(page)
  await expect(connectionBadge(page)).toContainText(/^متصل/)
}

/** Types each code as a hardware scanner does, and waits for its green verdict. */
export async function admitAll(page: Page, invited: readonly { id: string; guestName: string }[]) {
  for (const { id, guestName } of invited) {
    await scannerPage(page).field.focus()
    await scanKeys(page, id)
    await expect(scannerPage(page).verdict('admitted')).toContainText(guestName)
  }
}

/** Returns the server's number of admissions of each invitation, by guest name. */
export async function admissionsByGuest(backend: Backend<Contract>) {
  const { rows } = await backend.invitations.list({})
  return Object.fromEntries(rows.map(({ guestName, currentScans }) => [guestName, currentScans]))
}

export const guestNames = (count: number, prefix = 'ضيف') => Array.from({ length: count }, (_, n) => `${prefix} رقم ${n + 1}`)

export const createInvitations = (backend: Backend<Contract>, names: readonly string[], more = {}) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName, ...more })) })

export { callerOf, expect }
