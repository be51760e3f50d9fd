import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { dayInAden } from '@hudur/core/testing/days'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { withDatabase } from '../api/testing/empty-database.ts'
import { guestNameAt } from '../api/testing/many-invitations.ts'
import { percentile } from '../api/testing/percentile.ts'
import { ADMINISTRATOR } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { enterScannedCode, scannerPage } from '../e2e/scanner-page.ts'
import { startProxy } from '../web/testing/proxy.ts'
import { addSession, launchBrowser } from './browser.ts'
import { type BenchServer, printTable, withSignedInServer } from './figures.ts'

/** How many times slower than this machine the phone is. */
const CPU_SLOWDOWN = 4
const VIEWPORT = { width: 360, height: 740 }
/** The number of guests of the measured event, and of the event for reference. */
const GUESTS = 5_000
const REFERENCE_GUESTS = 50
/** The number of guests of all accounts together, which an administrator's phone downloads. */
const ADMINISTRATOR_GUESTS = 24_000
const INVITATIONS_PER_CALL = 4_000
/** The pause (ms) between a verdict and the next scan. */
const SCAN_PAUSE_MS = 150
/** The fewest verdicts that are measured while a phone downloads, and on the slow line. */
const MIN_VERDICTS = 10
const ROUND_TRIP_MS = 1_800
const APPROVALS = 8

/** The goals: times in ms, and the heap in MB. */
const GOALS = { verdict: 300, usable: 2_000, heap: 25, slowVerdict: 900 }

const EVENT_DATE = dayInAden()

/** Runs in the page. Records the time of each verdict when it is shown, and the longest task of the main thread. */
function watchVerdicts() {
  const watch = { verdicts: [] as number[], longestTask: 0 }
  Object.assign(window, { watch })
  let last: Element | null = null
  new MutationObserver(() => {
    const shown = document.querySelector('[data-verdict]')
    if (shown !== null && shown !== last) requestAnimationFrame(() => watch.verdicts.push(Date.now()))
    last = shown
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) watch.longestTask = Math.max(watch.longestTask, duration)
  }).observe({ type: 'longtask' })
}

type WindowWithWatch = { watch: { verdicts: number[]; longestTask: number } }

const readLongestTask = (page: Page) =>
  page.evaluate(() => {
    const { watch } = window as unknown as WindowWithWatch
    const { longestTask } = watch
    watch.longestTask = 0
    return longestTask
  })

/** Returns the time (ms) from the typing of a code, as by a hardware scanner, until its verdict is shown. */
async function measureVerdict(page: Page, code: string, n: number) {
  const typedAt = Date.now()
  // Both inputs are sent at once: while the main thread is busy, they wait for it, as those of a hardware scanner do.
  await enterScannedCode(page, code)
  const shown = await page.waitForFunction(count => (window as unknown as WindowWithWatch).watch.verdicts[count], n, { polling: 20 })
  return Number(await shown.jsonValue()) - typedAt
}

/** Scans one guest after another while `shouldContinue` resolves to true, at least `MIN_VERDICTS` times. Returns the times (ms). */
async function scanWhile(page: Page, codes: string[], shouldContinue: () => boolean) {
  const times: number[] = []
  const before = await page.evaluate(() => (window as unknown as WindowWithWatch).watch.verdicts.length)
  while (times.length < MIN_VERDICTS || shouldContinue()) {
    times.push(await measureVerdict(page, codes.shift()!, before + times.length))
    await pause(SCAN_PAUSE_MS)
  }
  return times
}

/** Opens a page on a phone: a small screen, a slow processor, an empty storage. */
async function openPhone(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ locale: 'ar', timezoneId: 'Asia/Aden', baseURL, viewport: VIEWPORT })
  const page = await context.newPage()
  await page.addInitScript(watchVerdicts)
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { context, page, client }
}

/** Resolves when the replica of the page is complete. */
const waitForReplica = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>(resolve => {
        const opening = indexedDB.open('hudur')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(false)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('meta').objectStore('meta').get('replica')
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result !== undefined)
          }
        }
      }),
    undefined,
    { polling: 500, timeout: 300_000 },
  )

/** Returns the used heap of the page in MB, after a collection of the garbage. */
async function readHeap(client: CDPSession) {
  await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize / 1e6
}

async function openScanner(page: Page) {
  const openedAt = performance.now()
  await page.goto('/Scanner', { waitUntil: 'commit' })
  await page.getByText('بانتظار الضيف').waitFor({ timeout: 60_000 })
  const usable = performance.now() - openedAt
  await scannerPage(page).field.focus()
  return usable
}

const addCookies = (context: BrowserContext, url: string, cookies: ReadonlyMap<string, string>) => addSession(context, { url, cookies })

/** Creates an account that may invite this many guests. */
async function createHost({ backend }: BenchServer, guests: number) {
  const credentials = { username: `host${guests}`, password: 'كلمة-سر 2' }
  const { id } = await backend.accounts.create({ ...credentials, fullName: 'سالم بن عبدات', generationLimit: guests })
  return { id, credentials }
}

/**
 * Measures a gate with an event of `guests` guests: the verdicts during and after the first download of the replica, and on a slow line.
 */
async function measureGate(browser: Browser, server: BenchServer, guests: number) {
  const { id, credentials } = await createHost(server, guests)
  const ids = await inviteGuests(server, id, guests)
  const proxy = await startProxy(Number(new URL(server.url).port))
  const { context, page, client } = await openPhone(browser, proxy.base)
  await addCookies(context, proxy.base, (await signIn(server.url, credentials)).cookies)

  const usable = await openScanner(page)
  let isCopying = true
  const copyingSince = performance.now()
  const copying = waitForReplica(page).then(() => {
    isCopying = false
    return performance.now() - copyingSince
  })
  const duringCopy = await scanWhile(page, ids, () => isCopying)
  const copyTime = await copying
  const longestTask = await readLongestTask(page)
  const heap = await readHeap(client)
  const afterCopy = await scanWhile(page, ids, () => false)
  proxy.setRoundTrip(ROUND_TRIP_MS)
  // The response to the first scan on the slow line may have been sent before the line became slow.
  await pause(ROUND_TRIP_MS)
  const slow = await scanWhile(page, ids, () => false)
  proxy.setRoundTrip(0)
  const usableAgain = await openScanner(page)
  await context.close()
  await proxy.close()
  return { usable, usableAgain, duringCopy, copyTime, longestTask, heap, afterCopy, slow }
}

/** Creates an event with this many guests. Returns their ids. */
async function inviteGuests({ backend }: BenchServer, userId: string, guests: number) {
  const ids: string[] = []
  const event = { eventName: `زفاف محمّد وسارة ${guests}`, eventDate: EVENT_DATE, userId }
  for (let from = 0; from < guests; from += INVITATIONS_PER_CALL) {
    const count = Math.min(INVITATIONS_PER_CALL, guests - from)
    const invitations = Array.from({ length: count }, (_, n) => ({ ...event, guestName: guestNameAt(from + n) }))
    for (const { id } of await backend.invitations.create({ invitations })) ids.push(id)
  }
  return ids
}

/** Measures the time (ms) from a press of «قبول» to its request while an administrator's phone downloads the guests of all accounts. */
async function measureApprovals(browser: Browser, server: BenchServer) {
  const { id } = await createHost(server, ADMINISTRATOR_GUESTS)
  await inviteGuests(server, id, ADMINISTRATOR_GUESTS)
  for (let n = 0; n < APPROVALS; n++)
    await server.backend.accounts.register({
      ...{ username: `applicant${n}`, password: 'كلمة-سر 3', fullName: `طالب حساب ${n}` },
      ...{ phone: '', email: '' },
    })
  const { context, page } = await openPhone(browser, server.url)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(ADMINISTRATOR.username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL(/\/generator$/)
  const signedInAt = performance.now()
  await page.evaluate(() => {
    history.pushState(null, '', '/apply')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  const approve = page.getByRole('button', { name: /^قبول/ })
  await approve.first().waitFor({ timeout: 60_000 })
  const copying = waitForReplica(page).then(() => performance.now() - signedInAt)
  const times: number[] = []
  for (let n = 0; n < APPROVALS; n++) {
    const requested = page.waitForRequest(/approve-user/, { timeout: 120_000 })
    // The search for the button counts too: it waits while the main thread is busy, as a press would. The notice about the registration before
    // moves the buttons, so a press by coordinates could miss.
    const pressedAt = performance.now()
    await approve.first().press('Enter')
    await requested
    times.push(performance.now() - pressedAt)
    while ((await approve.count()) > APPROVALS - n - 1) await pause(100)
    await pause(500)
  }
  const copyTime = await copying
  const longestTask = await readLongestTask(page)
  await context.close()
  return { times, copyTime, longestTask }
}

/** Measures a phone at a gate and an administrator's phone, in Chromium with a slowed processor. Exits with 1 when a goal is missed. */
export const bench = () => withDatabase('SQLite', target => withSignedInServer(target, measurePhones))

async function measurePhones(server: BenchServer) {
  const browser = await launchBrowser()
  const rows: Record<string, string | number>[] = []
  function addRow(what: string, guests: number, times: readonly number[], goal?: number) {
    const [median, worst] = [Math.round(percentile(times, 0.5)), Math.round(Math.max(...times))]
    rows.push({ what, guests, median, worst, goal: goal ?? '–' })
    if (goal !== undefined && worst > goal) process.exitCode = 1
  }
  for (const guests of [REFERENCE_GUESTS, GUESTS]) {
    const gate = await measureGate(browser, server, guests)
    // The reference shows what the phone needs without a large replica. It has no goals.
    const goals = guests === GUESTS ? GOALS : undefined
    addRow('scanner opened for the first time, until it is usable, ms', guests, [gate.usable], goals?.usable)
    addRow('scanner opened again, until it is usable, ms', guests, [gate.usableAgain], goals?.usable)
    addRow(
      `${gate.duringCopy.length} verdicts from the first scan to the end of the first copy, ms`,
      guests,
      gate.duringCopy,
      goals?.verdict,
    )
    addRow('first copy, ms', guests, [gate.copyTime])
    addRow('longest task until then, ms', guests, [gate.longestTask])
    addRow('heap after the first copy, MB', guests, [gate.heap], goals?.heap)
    addRow('verdicts after it, ms', guests, gate.afterCopy, goals?.verdict)
    addRow(`verdicts with a round trip of ${ROUND_TRIP_MS} ms, ms`, guests, gate.slow, goals?.slowVerdict)
  }
  printTable(rows.splice(0))
  const administrator = await measureApprovals(browser, server)
  addRow(`${APPROVALS} times «قبول» after the sign-in, until the request, ms`, ADMINISTRATOR_GUESTS, administrator.times, GOALS.verdict)
  addRow('from the sign-in to the end of the first copy, ms', ADMINISTRATOR_GUESTS, [administrator.copyTime])
  addRow('longest task until then, ms', ADMINISTRATOR_GUESTS, [administrator.longestTask])
  printTable(rows)
  await browser.close()
}
