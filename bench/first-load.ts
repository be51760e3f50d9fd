import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { startBehindNginx } from '../api/testing/nginx.ts'
import { ADMINISTRATOR } from '../api/testing/process.ts'
import { findChromium } from '../scripts/chromium.mjs'

/** The goals for the kilobytes of scripts and of fonts that are transferred with an empty cache, and the former values. */
const SCREEN_GOALS = [
  { path: '/login', script: { goal: 130, before: 286 }, fonts: { goal: 70, before: 260 } },
  { path: '/Scanner', script: { goal: 170, before: undefined }, fonts: { goal: 70, before: undefined } },
  { path: '/generator', script: { goal: 260, before: 419 }, fonts: { goal: undefined, before: 535 } },
] as const

/** Chromium's settings for emulating a 3G connection with a weak signal. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SCANNER_READY_TEXT = 'بانتظار الضيف'
const RUNS = 3
const SCANNER_GOAL_MS = 4_000

/** Runs in the page. Makes the browser never idle, so that only files that the screen itself needs are fetched. */
const disableIdleCallbacks = () => Object.assign(window, { requestIdleCallback: () => 0 })

/** Signs in through the API. The session cookie is stored in the browser context. */
async function signIn(context: BrowserContext, url: string) {
  const response = await context.request.post(`${url}/api/auth/login.php`, { data: ADMINISTRATOR })
  if (!response.ok()) throw new Error(`the sign-in was answered with ${response.status()}`)
}

/** Counts the transferred bytes of scripts and of fonts, and collects the names of the font files. */
async function startCountingBytes(page: Page) {
  const bytes = { Script: 0, Font: 0 }
  const fonts: string[] = []
  const types = new Map<string, keyof typeof bytes>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    // The script files of a screen are first fetched with `fetch` and imported later, so the URL decides instead of the resource type.
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

async function measureLoad(browser: Browser, url: string, screen: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 }, locale: 'ar' })
  if (screen !== '/login') await signIn(context, url)
  const page = await context.newPage()
  await page.addInitScript(disableIdleCallbacks)
  const { bytes, fonts } = await startCountingBytes(page)
  await page.goto(url + screen, { timeout: 120_000 })
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 })
  // The screen is complete when no further bytes arrive for two seconds. Fonts and lazily loaded parts come after the heading.
  for (let before = -1; before !== bytes.Script + bytes.Font; ) {
    before = bytes.Script + bytes.Font
    await page.waitForTimeout(2_000)
  }
  await context.close()
  return { script: Math.round(bytes.Script / 100) / 10, fonts: Math.round(bytes.Font / 100) / 10, files: fonts }
}

/** Returns the time (ms) until the scanner is ready for a guest, with an empty cache and a slow line. */
async function measureScannerStart(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'ar' })
  await signIn(context, url)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  const began = performance.now()
  await page.goto(`${url}/Scanner`, { waitUntil: 'commit' })
  await page.getByText(SCANNER_READY_TEXT).waitFor({ timeout: 60_000 })
  const time = performance.now() - began
  await context.close()
  return Math.round(time)
}

/**
 * Measures how many bytes a first visit loads and how long it takes on a slow line, through nginx with TLS and HTTP/2 as in production.
 * Exits with 1 when a goal is missed.
 */
export async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-first-load-'))
  const site = await startBehindNginx(folder)
  const browser = await chromium.launch({
    executablePath: String(findChromium()),
    args: ['--no-sandbox', '--disable-gpu', site.chromiumFlag],
  })
  const rows: Record<string, unknown>[] = []
  const addRow = (what: string, measured: number, goal: number | undefined, before: number | undefined) => {
    rows.push({ what, measured, goal: goal ?? '–', before: before ?? '–' })
    if (goal !== undefined && measured > goal) process.exitCode = 1
  }
  try {
    for (const { path: screen, script, fonts } of SCREEN_GOALS) {
      const loaded = await measureLoad(browser, site.url, screen)
      addRow(`${screen}: script, KB`, loaded.script, script.goal, script.before)
      addRow(`${screen}: fonts, KB`, loaded.fonts, fonts.goal, fonts.before)
      process.stdout.write(`${screen} loads the fonts ${loaded.files.toSorted().join(', ')}\n`)
    }
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await measureScannerStart(browser, site.url))
    addRow(
      `«${SCANNER_READY_TEXT}» at 1.6 Mbit/s and 150 ms, ms`,
      times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!,
      SCANNER_GOAL_MS,
      undefined,
    )
    // biome-ignore lint/suspicious/noConsole: the table is what this program is for
    console.table(rows)
  } finally {
    await browser.close()
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
