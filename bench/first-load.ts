import path from 'node:path'
import process from 'node:process'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startBehindNginx } from '../api/testing/nginx.ts'
import { percentile } from '../api/testing/percentile.ts'
import { ADMINISTRATOR } from '../api/testing/process.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { launchBrowser } from './browser.ts'
import { printTable } from './figures.ts'

/**
 * The goals for the kilobytes of scripts and of fonts that are transferred with an empty cache, and the values of an earlier version
 * (`before`). The scripts include those that the page loads by itself after the screen can be used.
 */
const SCREEN_GOALS = [
  { path: '/login', script: { goal: 130, before: 286 }, fonts: { goal: 70, before: 260 } },
  { path: '/Scanner', script: { goal: 170, before: undefined }, fonts: { goal: 70, before: undefined } },
  { path: '/generator', script: { goal: 260, before: 419 }, fonts: { goal: undefined, before: 535 } },
] as const

/** Chromium's settings for emulating a 3G connection with a weak signal. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SCANNER_READY_TEXT = 'بانتظار الضيف'
const SAMPLE_CARD_NAME = 'مثال للبطاقة'
const RUNS = 3
const SCANNER_GOAL_MS = 4_000

/**
 * Runs in the page. Makes the browser never idle, so that only files that the screen itself needs are fetched. Stores the time (ms) at
 * which the heading of the screen appears. From that time on the screen can be used.
 */
function preparePage() {
  const page = Object.assign(window, { requestIdleCallback: () => 0, usableAt: Number.POSITIVE_INFINITY })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#root h1')) return
    page.usableAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page. Returns the URLs of the files that had arrived before the screen could be used. */
const urlsBeforeUsable = () =>
  performance
    .getEntriesByType('resource')
    .filter(entry => (entry as PerformanceResourceTiming).responseEnd < (window as unknown as { usableAt: number }).usableAt)
    .map(({ name }) => name)

/** Signs in through the API. The session cookie is stored in the browser context. */
async function signIn(context: BrowserContext, url: string) {
  const response = await context.request.post(`${url}/api/auth/login.php`, { data: ADMINISTRATOR })
  if (!response.ok()) throw new Error(`the sign-in was answered with ${response.status()}`)
}

/** Scripts and the fonts of cards are also loaded by `fetch`, so the endings of URLs decide, not the types of requests. */
const SCRIPT_URL = /\.js$/
const FONT_URL = /\.(?:woff2?|ttf)$/

/** Counts the transferred bytes of each URL. */
async function startCountingBytes(page: Page) {
  const bytes = new Map<string, number>()
  const urls = new Map<string, string>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength)
  })
  return bytes
}

async function measureLoad(browser: Browser, url: string, screen: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 }, locale: 'ar' })
  if (screen !== '/login') await signIn(context, url)
  const page = await context.newPage()
  await page.addInitScript(preparePage)
  const bytes = await startCountingBytes(page)
  const sumKilobytes = (isCounted: (url: string) => boolean) =>
    Math.round([...bytes].reduce((sum, [file, size]) => (isCounted(file) ? sum + size : sum), 0) / 100) / 10
  await page.goto(url + screen, { timeout: 120_000 })
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 })
  /** Waits until no further bytes arrive for two seconds. Fonts and lazily loaded parts come after the heading. */
  async function waitForNetworkIdle() {
    const sumAll = () => sumKilobytes(() => true)
    for (let before = -1; before !== sumAll(); ) {
      before = sumAll()
      await page.waitForTimeout(2_000)
    }
  }
  await waitForNetworkIdle()
  const first = new Set(await page.evaluate(urlsBeforeUsable))
  const [firstScript, script] = [
    sumKilobytes(file => SCRIPT_URL.test(file) && first.has(file)),
    sumKilobytes(file => SCRIPT_URL.test(file)),
  ]
  const card = page.getByRole('img', { name: SAMPLE_CARD_NAME })
  const hasCard = (await card.count()) > 0
  if (hasCard) {
    await card.scrollIntoViewIfNeeded()
    // The canvas has no width until its card is drawn.
    await card.evaluate(async canvas => {
      while ((canvas as HTMLCanvasElement).width === 0 || canvas.ariaBusy === 'true') await new Promise(requestAnimationFrame)
    })
    await waitForNetworkIdle()
  }
  await context.close()
  return {
    firstScript,
    script,
    scriptWithCard: hasCard ? sumKilobytes(file => SCRIPT_URL.test(file)) : undefined,
    fonts: sumKilobytes(file => FONT_URL.test(file)),
    fontFiles: [...bytes.keys()].filter(file => FONT_URL.test(file)).map(file => path.basename(file)),
  }
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

/** Measures a first visit through nginx with TLS and HTTP/2 as in production. Exits with 1 when a goal is missed. */
export const bench = () => withTemporaryFolder(measureFirstLoads)

async function measureFirstLoads(folder: string) {
  const site = await startBehindNginx(folder)
  const browser = await launchBrowser('--disable-gpu', site.chromiumFlag)
  const rows: Record<string, unknown>[] = []
  const addRow = (what: string, measured: number, goal?: number, before?: number) => {
    rows.push({ what, measured, goal: goal ?? '–', before: before ?? '–' })
    if (goal !== undefined && measured > goal) process.exitCode = 1
  }
  try {
    for (const { path: screen, script, fonts } of SCREEN_GOALS) {
      const loaded = await measureLoad(browser, site.url, screen)
      addRow(`${screen}: script before it can be used, KB`, loaded.firstScript, script.goal)
      addRow(`${screen}: script with what follows by itself, KB`, loaded.script, script.goal, script.before)
      if (loaded.scriptWithCard !== undefined)
        addRow(`${screen}: script when its card has been scrolled into view, KB`, loaded.scriptWithCard)
      addRow(`${screen}: fonts, KB`, loaded.fonts, fonts.goal, fonts.before)
      process.stdout.write(`${screen} loads the fonts ${loaded.fontFiles.toSorted().join(', ')}\n`)
    }
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await measureScannerStart(browser, site.url))
    addRow(`«${SCANNER_READY_TEXT}» at 1.6 Mbit/s and 150 ms, ms`, percentile(times, 0.5), SCANNER_GOAL_MS)
    printTable(rows)
  } finally {
    await browser.close()
    await site.stop()
  }
}
