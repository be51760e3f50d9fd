import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { startBehindNginx } from '../api/testing/nginx.ts'
import { ADMINISTRATOR } from '../api/testing/process.ts'
import { findChromium } from '../scripts/chromium.mjs'

/** Kilobytes of script and of fonts over the line, from an empty cache: the goal, and how much it was before. */
const SCREENS = [
  { path: '/login', script: { goal: 130, before: 286 }, fonts: { goal: 70, before: 260 } },
  { path: '/Scanner', script: { goal: 170, before: undefined }, fonts: { goal: 70, before: undefined } },
  { path: '/generator', script: { goal: 260, before: 419 }, fonts: { goal: undefined, before: 535 } },
] as const

/** 3G with a weak signal, as Chromium imitates it. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const WAITING = 'بانتظار الضيف'
const RUNS = 3
const GOAL_MS = 4_000

/** Runs in the page: the browser is never idle, so that only what the screen itself needs is fetched. */
const neverIdle = () => Object.assign(window, { requestIdleCallback: () => 0 })

/** Signs in by the API, in the cookies of the context. */
async function signIn(context: BrowserContext, url: string) {
  const response = await context.request.post(`${url}/api/auth/login.php`, { data: ADMINISTRATOR })
  if (!response.ok()) throw new Error(`the sign-in was answered with ${response.status()}`)
}

/** Counts the bytes that arrive, by the type of the resource. */
async function countBytes(page: Page) {
  const bytes = { Script: 0, Font: 0 }
  const fonts: string[] = []
  const types = new Map<string, keyof typeof bytes>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    // The files of a screen are fetched first, and imported once they have arrived.
    if (/\.js$/.test(response.url)) types.set(requestId, 'Script')
    if (type !== 'Font') return
    types.set(requestId, type)
    fonts.push(path.basename(response.url))
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type) bytes[type] += encodedDataLength
  })
  return { bytes, fonts, client }
}

async function load(browser: Browser, url: string, screen: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 }, locale: 'ar' })
  if (screen !== '/login') await signIn(context, url)
  const page = await context.newPage()
  await page.addInitScript(neverIdle)
  const { bytes, fonts } = await countBytes(page)
  await page.goto(url + screen, { timeout: 120_000 })
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 })
  // Fonts and the parts of the screen that follow it have arrived when nothing more comes for two seconds.
  for (let before = -1; before !== bytes.Script + bytes.Font; ) {
    before = bytes.Script + bytes.Font
    await page.waitForTimeout(2_000)
  }
  await context.close()
  return { script: Math.round(bytes.Script / 100) / 10, fonts: Math.round(bytes.Font / 100) / 10, files: fonts }
}

/** Returns after how many milliseconds the scanner waits for a guest, from an empty cache on a slow line. */
async function timeToWaiting(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'ar' })
  await signIn(context, url)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', LINE)
  const began = performance.now()
  await page.goto(`${url}/Scanner`, { waitUntil: 'commit' })
  await page.getByText(WAITING).waitFor({ timeout: 60_000 })
  const time = performance.now() - began
  await context.close()
  return Math.round(time)
}

/**
 * Measures what a first visit loads, and how long it takes on a slow line, through nginx with TLS and HTTP/2 as in operation. Ends with 1 when a
 * goal is missed.
 */
export async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-first-load-'))
  const site = await startBehindNginx(folder)
  const browser = await chromium.launch({
    executablePath: String(findChromium()),
    args: ['--no-sandbox', '--disable-gpu', site.chromiumFlag],
  })
  const rows: Record<string, unknown>[] = []
  const add = (what: string, measured: number, goal: number | undefined, before: number | undefined) => {
    rows.push({ what, measured, goal: goal ?? '–', before: before ?? '–' })
    if (goal !== undefined && measured > goal) process.exitCode = 1
  }
  try {
    for (const { path: screen, script, fonts } of SCREENS) {
      const loaded = await load(browser, site.url, screen)
      add(`${screen}: script, KB`, loaded.script, script.goal, script.before)
      add(`${screen}: fonts, KB`, loaded.fonts, fonts.goal, fonts.before)
      process.stdout.write(`${screen} loads the fonts ${loaded.files.toSorted().join(', ')}\n`)
    }
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await timeToWaiting(browser, site.url))
    add(`«${WAITING}» at 1.6 Mbit/s and 150 ms, ms`, times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!, GOAL_MS, undefined)
    // biome-ignore lint/suspicious/noConsole: the table is what this program is for
    console.table(rows)
  } finally {
    await browser.close()
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
