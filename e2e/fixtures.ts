import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import AxeBuilder from '@axe-core/playwright'
import { type Backend, type Contract, contract, httpBackend } from '@hudur/core'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

const ROOT = path.resolve(import.meta.dirname, '..')
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }

/** The product as `npm start` runs it, on a port and a data folder of its own, or on those it had before. */
export async function startProduct(before?: { port: string; dataDir: string }) {
  const dataDir = before?.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'hudur-e2e-')))
  const env = {
    ...process.env,
    PORT: before?.port ?? '0',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  }
  const server: ChildProcess = spawn(process.execPath, ['api/src/server.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = /Hudur is at (http:\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
  }
  /** Leaves the administrator a balance of so many. */
  const limitTo = (balance: number) => {
    const db = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { timeout: 5_000 })
    db.prepare('update users set generation_limit = used_generations + ?').run(balance)
    db.close()
  }
  return { url, stop, dataDir, limitTo, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

type Product = { url: string; stop: () => Promise<void>; dataDir: string; limitTo: (balance: number) => void }

/** What a test expects to go wrong, as patterns on the console’s and the network’s messages. */
type Trouble = { allow: (pattern: RegExp) => void }

/** Fails the test on any console error, unhandled rejection, failed request, or request to another host that it did not announce. */
export function watch(page: Page, url: string) {
  const seen: string[] = []
  const allowed = [/Service Worker registration blocked by Playwright/]
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') seen.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => seen.push(`unhandled: ${error}`))
  page.on('requestfailed', request => {
    // A download or a page that is left takes its requests along.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      seen.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) seen.push(`another host: ${request.url()}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) seen.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return {
    allow: (pattern: RegExp) => void allowed.push(pattern),
    unexpected: () => seen.filter(message => !allowed.some(pattern => pattern.test(message))),
  }
}

type Fixtures = {
  product: Product
  trouble: Trouble
  /** The administrator, asking over HTTP behind the page's back. */
  admin: Backend<Contract>
  signIn: (credentials?: { username: string; password: string }) => Promise<void>
  /** No accessibility violations on the page as it stands, WCAG 2.2 A and AA. */
  axe: () => Promise<void>
}

/** Finds no accessibility violations on a page as it stands, WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page) {
  // React Aria's announcer points at what it announces for some seconds, also when that has gone meanwhile.
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-live-announcer]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
}

/** Somebody who asks over HTTP, with cookies of their own. */
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

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  product: async ({}, use) => {
    const { remove, ...product } = await startProduct()
    await use(product)
    await product.stop()
    await remove()
  },
  baseURL: async ({ product }, use) => use(product.url),
  trouble: [
    async ({ page, product }, use) => {
      const { allow, unexpected } = watch(page, product.url)
      await use({ allow })
      expect(unexpected()).toEqual([])
    },
    { auto: true },
  ],
  admin: async ({ product, playwright }, use) => {
    const context = await playwright.request.newContext()
    const backend = callerOf(context, product.url)
    await backend.accounts.login(ADMIN)
    await use(backend)
    await context.dispose()
  },
  signIn: async ({ page }, use) => {
    await use(async ({ username, password } = ADMIN) => {
      await page.goto('/login')
      await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(username)
      await page.getByLabel('كلمة المرور', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
      await page.waitForURL(/\/(?:generator|requests)$/)
    })
  },
  axe: async ({ page }, use) => {
    await use(() => expectAccessible(page))
  },
})
