import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { type APIRequestContext, type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { ADMINISTRATOR as ADMIN, BESIDE_BROWSERS_ENVIRONMENT, startProduct } from '../api/testing/process.ts'
import { takeSnapshot } from '../api/testing/snapshot.ts'
import { checkArabicText, findViolations, WCAG_TAGS } from '../web/testing/axe-rules.ts'

export { ADMIN, expect }

/** The functions that the script `AXE_SOURCE` adds to the page. */
type PageWithAxe = { findViolations: (runOnly: string[]) => Promise<string[]> }

/** Environment variables with which a server ignores the settings file and the database of the machine. */
export const SETTINGS_OF_TESTS_ONLY = { SETTINGS_FILE: os.devNull, DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '' }

/** Starts a server process with a new data folder, or with the port and the data folder of `previousServer`. `env`: further variables. */
export async function startServerProcess(previousServer?: { port: string; dataDir: string }, env: Record<string, string> = {}) {
  const dataDir = previousServer?.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'hudur-e2e-')))
  const PORT = previousServer?.port ?? '0'
  const { url, stop } = await startProduct({ ...BESIDE_BROWSERS_ENVIRONMENT, ...SETTINGS_OF_TESTS_ONLY, PORT, DATA_DIR: dataDir, ...env })
  return { url, stop, dataDir, deleteDataDir: () => rm(dataDir, { recursive: true, force: true }) }
}

type ServerProcess = Omit<Awaited<ReturnType<typeof startServerProcess>>, 'deleteDataDir'>

/** Signs in over HTTP. Returns the session cookie as `name=value`. */
async function signInOverHttp(url: string, credentials: Credentials) {
  const response = await fetch(`${url}/api/auth/login.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || !cookie) throw new Error(`${credentials.username} could not sign in: ${response.status} ${await response.text()}`)
  return cookie.split(';')[0]!
}

/**
 * Matches the warning of Chromium 153 about a file that the page requested before the service worker controlled it, and used afterwards: the
 * browser then reads the file again. Chromium 156 does not warn.
 */
const PRELOAD_MISMATCH_PATTERN =
  /^console warning: A preload for '([^']+)' is found, but is not used because it is a cross-world service worker resource mismatch/
/** Matches a second warning about the same file as `PRELOAD_MISMATCH_PATTERN`. Without the first warning, it is a fault of the page. */
const UNUSED_PRELOAD_PATTERN = /^console warning: The resource (\S+) was preloaded using link preload but not used within a few seconds/

/**
 * Returns an object that collects messages about console errors and warnings, unhandled errors, failed requests, responses with a status of
 * 400 or more, and requests to hosts other than `url`, from all pages of the contexts passed to `watch`. `unexpectedMessages` returns the
 * messages that match no pattern passed to `allow`.
 */
export function createErrorWatcher(url: string) {
  const messages: string[] = []
  const allowed = [/Service Worker registration blocked by Playwright/]
  return {
    watch(context: BrowserContext) {
      context.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning') messages.push(`console ${message.type()}: ${message.text()}`)
      })
      context.on('weberror', error => messages.push(`unhandled: ${error.error()}`))
      context.on('requestfailed', request => {
        // Downloads and navigations abort requests with this error, so it does not count as a failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED')
          messages.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
      })
      context.on('request', request => {
        if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) messages.push(`another host: ${request.url()}`)
      })
      context.on('response', response => {
        if (response.status() >= 400) messages.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`)
      })
    },
    allow: (pattern: RegExp) => void allowed.push(pattern),
    unexpectedMessages() {
      const mismatched = new Set(messages.flatMap(message => PRELOAD_MISMATCH_PATTERN.exec(message)?.[1] ?? []))
      const isOfMismatch = (message: string) =>
        PRELOAD_MISMATCH_PATTERN.test(message) || mismatched.has(UNUSED_PRELOAD_PATTERN.exec(message)?.[1] ?? '')
      return messages.filter(message => !isOfMismatch(message) && !allowed.some(pattern => pattern.test(message)))
    },
  }
}

type Credentials = { username: string; password: string }

/** Makes pages transparent on the screen, which saves a tenth of the processor time. Locators, layout, canvases and print stay. */
export const stopDrawing = (context: BrowserContext) =>
  context.addInitScript(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('@media screen { html:not([data-drawn]) { opacity: 0 !important } }')
    document.adoptedStyleSheets.push(style)
  })

/** Makes a page whose drawing `stopDrawing` has stopped visible again, or stops its drawing again. */
const setDrawn = (page: Page, isDrawn: boolean) =>
  page.evaluate(value => void document.documentElement.toggleAttribute('data-drawn', value), isDrawn)

type Fixtures = {
  /** Whether the pages of the test are drawn. Tests that take screenshots need it. */
  drawsPage: boolean
  /** Whether the test gets a server process of its own. Tests that stop or restart their server need one; the others share a server. */
  hasOwnServer: boolean
  /** The server process of the test, with its URL and its data folder. */
  product: ServerProcess
  /** Lets a test declare the errors that it expects, as patterns for the messages of the console and of the network. */
  expectedErrors: Pick<ReturnType<typeof createErrorWatcher>, 'allow' | 'watch'>
  /** Opens a further browser context, such as that of a second phone. Its pages are not drawn, and their errors fail the test. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** A backend that calls the server over HTTP as the administrator, with a session of its own. */
  admin: Backend<Contract>
  /** Signs in over HTTP. Returns a backend with the session. */
  openBackend: (credentials: Credentials) => Promise<Backend<Contract>>
  /** Adds the cookie of a session to the page's browser context. Opens no page and does not use the sign-in form. */
  signIn: (credentials?: Credentials) => Promise<void>
  /** Signs in, or uses an existing session of the shared server's administrator. Returns a cookie for `addCookies`. */
  sessionCookieOf: (credentials: Credentials) => Promise<ReturnType<typeof toBrowserCookie>>
  /** Expects the current state of the page to have no accessibility violation of WCAG 2.2 A and AA. */
  axe: () => Promise<void>
}

/** A server that the tests of one worker share. The administrator has two sessions: one for the page and one for the fixture `admin`. */
type SharedServer = ServerProcess & { restore: () => Promise<void>; sessions: { page: string; admin: string } }

const toBrowserCookie = (cookie: string, url: string) => {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url, httpOnly: true, sameSite: 'Lax' as const }
}

const AXE_SOURCE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};(${checkArabicText})(axe);globalThis.findViolations = runOnly => (${findViolations})(axe, runOnly)`

/** The rules of axe whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns the accessibility violations of WCAG 2.2 A and AA in the current state of a page, each with its rule and its elements. With
 * `onlyColours`, checks only the rules about colours: another theme changes no other result.
 */
export async function findAccessibilityViolations(page: Page, { onlyColours = false } = {}) {
  if (!(await page.evaluate(() => 'findViolations' in globalThis))) await page.evaluate(AXE_SOURCE)
  // axe computes the contrast only of text that is drawn.
  await setDrawn(page, true)
  const found = await page.evaluate(
    runOnly => (globalThis as typeof globalThis & PageWithAxe).findViolations(runOnly),
    onlyColours ? COLOUR_RULES : WCAG_TAGS,
  )
  await setDrawn(page, false)
  return found
}

/** Expects no accessibility violation. Waits for the end of transitions, in which a text can have too little contrast. */
export const expectAccessible = (page: Page, options?: { onlyColours?: boolean }) =>
  expect.poll(() => findAccessibilityViolations(page, options), { timeout: 10_000 }).toEqual([])

/** Returns a backend that calls the server over HTTP with the cookies of `context`. */
const createBackendWithCookies = (context: APIRequestContext, url: string): Backend<Contract> =>
  createHttpBackend(contract, {
    base: url,
    fetch: async (address, init) => {
      const response = await context.fetch(String(address), {
        method: init?.method ?? 'GET',
        ...(init?.body && {
          data: init.body instanceof Uint8Array ? Buffer.from(init.body) : String(init.body),
          headers: Object.fromEntries(new Headers(init.headers)),
        }),
      })
      return new Response((await response.body()) as BodyInit, { status: response.status(), headers: response.headers() })
    },
  })

/**
 * Waits until the current entry of the browser history is not that of a closed dialog. The product calls `history.back()` a moment after a
 * dialog has disappeared. That call aborts a reload or a navigation that has already started.
 */
const waitForDialogHistoryCleanup = (page: Page) =>
  page.waitForFunction(() => !history.state?.dialogs || document.querySelector('[role=dialog], [role=alertdialog]') !== null)

export const test = base.extend<Fixtures, { server: SharedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const { deleteDataDir, ...product } = await startServerProcess()
      const sessions = { page: await signInOverHttp(product.url, ADMIN), admin: await signInOverHttp(product.url, ADMIN) }
      const { restore, close } = await takeSnapshot(product.dataDir)
      await use({ ...product, restore, sessions })
      close()
      await product.stop()
      await deleteDataDir()
    },
    { scope: 'worker' },
  ],
  hasOwnServer: [false, { option: true }],
  product: async ({ hasOwnServer, server }, use) => {
    if (!hasOwnServer) {
      await server.restore()
      return use(server)
    }
    const { deleteDataDir, ...product } = await startServerProcess()
    await use(product)
    await product.stop()
    await deleteDataDir()
  },
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [
    async ({ context, product }, use) => {
      const { allow, watch, unexpectedMessages } = createErrorWatcher(product.url)
      watch(context)
      await use({ allow, watch })
      expect(unexpectedMessages()).toEqual([])
    },
    { auto: true },
  ],
  openContext: async ({ browser, product, expectedErrors }, use) => {
    const opened: BrowserContext[] = []
    await use(async options => {
      const context = await browser.newContext({ baseURL: product.url, ...options })
      opened.push(context)
      expectedErrors.watch(context)
      await stopDrawing(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  admin: async ({ product, server, hasOwnServer, playwright }, use) => {
    const cookie = hasOwnServer ? await signInOverHttp(product.url, ADMIN) : server.sessions.admin
    const context = await playwright.request.newContext({ extraHTTPHeaders: { cookie } })
    await use(createBackendWithCookies(context, product.url))
    await context.dispose()
  },
  openBackend: async ({ playwright, product }, use) => {
    const context = await playwright.request.newContext()
    await use(async credentials => {
      const backend = createBackendWithCookies(context, product.url)
      await backend.accounts.login(credentials)
      return backend
    })
    await context.dispose()
  },
  sessionCookieOf: async ({ product, server, hasOwnServer }, use) => {
    await use(async credentials => {
      const isShared = credentials === ADMIN && !hasOwnServer
      return toBrowserCookie(isShared ? server.sessions.page : await signInOverHttp(product.url, credentials), product.url)
    })
  },
  drawsPage: [false, { option: true }],
  context: async ({ context, drawsPage }, use) => {
    if (!drawsPage) await stopDrawing(context)
    await use(context)
  },
  page: async ({ page }, use, info) => {
    const { goto, reload } = page
    page.goto = async (url, options) => {
      await waitForDialogHistoryCleanup(page)
      return goto.call(page, url, options)
    }
    page.reload = async options => {
      await waitForDialogHistoryCleanup(page)
      return reload.call(page, options)
    }
    await use(page)
    if (info.status === info.expectedStatus || page.isClosed()) return
    await setDrawn(page, true)
    await info.attach('page', { body: await page.screenshot(), contentType: 'image/png' })
  },
  signIn: async ({ context, sessionCookieOf }, use) => {
    await use(async (credentials = ADMIN) => context.addCookies([await sessionCookieOf(credentials)]))
  },
  axe: async ({ page }, use) => {
    await use(() => expectAccessible(page))
  },
})

/** Presses the sign-out button, and confirms it. */
export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تسجيل الخروج' }).click()
}
