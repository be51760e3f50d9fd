import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Backend, type Contract, contract, httpBackend } from '@hudur/core'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { BESIDE_BROWSERS } from '../api/testing/process.ts'
import { openTables, snapshot } from '../api/testing/snapshot.ts'

export { expect }

declare const axe: typeof axeCore

const ROOT = path.resolve(import.meta.dirname, '..')
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }

/**
 * Starts the server in a process of its own, as `npm start` does: on a free port with a new data folder, or on the port and the data folder
 * of `earlier`. Resolves when the server answers. Rejects when it ends before that.
 */
export async function startProduct(earlier?: { port: string; dataDir: string }) {
  const dataDir = earlier?.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'hudur-e2e-')))
  const env = {
    ...process.env,
    ...BESIDE_BROWSERS,
    PORT: earlier?.port ?? '0',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
    // All tests of one worker share a server and an IP address, so they would exceed the rate limits. Service tests cover the rate limits.
    RATE_LIMIT: 'off',
  }
  const server: ChildProcess = spawn(process.execPath, ['api/src/server.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /Hudur is at (http:[^\s"]+)/.exec(output)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const stop = async () => {
    if (server.exitCode === null) {
      const exit = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await exit
    }
  }
  /** Sets the balance of every account to `balance` invitations. */
  const limitTo = (balance: number) => {
    const db = openTables(dataDir)
    db.prepare('update users set generation_limit = used_generations + ?').run(balance)
    db.close()
  }
  return { url, stop, dataDir, limitTo, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

type Product = Omit<Awaited<ReturnType<typeof startProduct>>, 'remove'>

/** Signs in over HTTP. Returns the session cookie as `name=value`. */
async function sessionCookie(url: string, credentials: Credentials) {
  const response = await fetch(`${url}/api/auth/login.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || !cookie) throw new Error(`${credentials.username} could not sign in: ${response.status} ${await response.text()}`)
  return cookie.split(';')[0]!
}

/** Lets a test declare the errors that it expects, as patterns for the messages of the console and of the network. */
type ExpectedErrors = { allow: (pattern: RegExp) => void }

/**
 * Collects console errors and warnings, unhandled errors, failed requests, responses with a status of 400 or more, and requests to hosts
 * other than `url`. `unexpected` returns those that match no pattern of `allow`.
 */
export function watchErrors(page: Page, url: string) {
  const messages: string[] = []
  const allowed = [/Service Worker registration blocked by Playwright/]
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => messages.push(`unhandled: ${error}`))
  page.on('requestfailed', request => {
    // A download, or leaving the page, aborts requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      messages.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) messages.push(`another host: ${request.url()}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) messages.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return {
    allow: (pattern: RegExp) => void allowed.push(pattern),
    unexpected: () => messages.filter(message => !allowed.some(pattern => pattern.test(message))),
  }
}

type Credentials = { username: string; password: string }

type Fixtures = {
  /** Whether the test gets a server process of its own. Tests that start, stop or lose their server need one. */
  ownServer: boolean
  product: Product
  expectedErrors: ExpectedErrors
  /** Backend that calls the server over HTTP as the administrator, with a session of its own. */
  admin: Backend<Contract>
  /** Sets the cookie of a session in the page's browser, without the sign-in form and without opening a page. */
  signIn: (credentials?: Credentials) => Promise<void>
  /** Signs in over HTTP, or uses the worker's session of the administrator. Returns the session's cookie for a browser. */
  sessionOf: (credentials: Credentials) => Promise<ReturnType<typeof session>>
  /** Expects the current state of the page to have no accessibility violation of WCAG 2.2 A and AA. */
  axe: () => Promise<void>
}

/** A server that the tests of one worker share, with one session of the administrator for the page and one for `admin`. */
type SharedServer = Product & { restore: () => Promise<void>; sessions: { page: string; admin: string } }

const session = (cookie: string, url: string) => {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url, httpOnly: true, sameSite: 'Lax' as const }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Expects the current state of a page to have no accessibility violation of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    // React Aria's announcer refers to the announced element for some seconds, even after the element was removed.
    const { violations } = await axe.run(
      { exclude: ['[data-live-announcer]'] },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  })
  expect(found).toEqual([])
}

/** Returns a backend that calls the server over HTTP with the cookies of `context`. */
export const callerOf = (context: APIRequestContext, url: string): Backend<Contract> =>
  httpBackend(contract, {
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
 * Waits until the history entries of closed dialogs are left. A closed dialog goes back over its entry a moment after it has disappeared, and
 * a reload or a navigation that starts before that is aborted.
 */
const historyMatches = (page: Page) =>
  page.waitForFunction(() => !history.state?.dialogs || document.querySelector('[role=dialog], [role=alertdialog]') !== null)

export const test = base.extend<Fixtures, { server: SharedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const { remove, ...product } = await startProduct()
      const sessions = { page: await sessionCookie(product.url, ADMIN), admin: await sessionCookie(product.url, ADMIN) }
      const { restore, close } = await snapshot(product.dataDir)
      await use({ ...product, restore, sessions })
      close()
      await product.stop()
      await remove()
    },
    { scope: 'worker' },
  ],
  ownServer: [false, { option: true }],
  product: async ({ ownServer, server }, use) => {
    if (!ownServer) {
      await server.restore()
      return use(server)
    }
    const { remove, ...product } = await startProduct()
    await use(product)
    await product.stop()
    await remove()
  },
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [
    async ({ page, product }, use) => {
      const { allow, unexpected } = watchErrors(page, product.url)
      await use({ allow })
      expect(unexpected()).toEqual([])
    },
    { auto: true },
  ],
  admin: async ({ product, server, ownServer, playwright }, use) => {
    const cookie = ownServer ? await sessionCookie(product.url, ADMIN) : server.sessions.admin
    const context = await playwright.request.newContext({ extraHTTPHeaders: { cookie } })
    await use(callerOf(context, product.url))
    await context.dispose()
  },
  sessionOf: async ({ product, server, ownServer }, use) => {
    await use(async credentials => {
      const isShared = credentials === ADMIN && !ownServer
      return session(isShared ? server.sessions.page : await sessionCookie(product.url, credentials), product.url)
    })
  },
  page: async ({ page }, use) => {
    const { goto, reload } = page
    page.goto = async (url, options) => {
      await historyMatches(page)
      return goto.call(page, url, options)
    }
    page.reload = async options => {
      await historyMatches(page)
      return reload.call(page, options)
    }
    await use(page)
  },
  signIn: async ({ context, sessionOf }, use) => {
    await use(async (credentials = ADMIN) => context.addCookies([await sessionOf(credentials)]))
  },
  axe: async ({ page }, use) => {
    await use(() => expectAccessible(page))
  },
})
