/**
 * Measures the pages whose names contain NAME, or all pages, with Lighthouse and the profile of a phone (`npm run lighthouse -- NAME`): the
 * public page with its splash screen, the page of an invitation, the sign-in screen, and two screens of a signed-in user. The browser loads
 * them through nginx with TLS and HTTP/2, as in production. Each page is measured five times, because the performance score of one run
 * varies by several points; the run with the middle score counts. Exits with 1 when a score is below the minimum of its page, when the page
 * of an invitation exceeds its limits, or when another page than the requested one was measured. Search engines find only the public page,
 * so the SEO score of other pages is ignored.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { startBehindNginx } from '../../api/testing/nginx.ts'
import { ADMINISTRATOR } from '../../api/testing/process.ts'
import { findChromium } from '../chromium.mjs'

const [nameFilter = ''] = process.argv.slice(2)
const MEASURED_PAGES = [
  { name: 'the public page', least: 95, ignored: [], path: async () => '/website' },
  { name: 'the page of an invitation', least: 100, ignored: ['seo'], limits: { paintMs: 1_500, bytes: 90_000 }, path: createGuestPage },
  { name: '/login', least: 95, ignored: ['seo'], path: async () => '/login' },
  { name: '/Scanner, signed in', least: 95, ignored: ['seo'], isSignedIn: true, path: async () => '/Scanner' },
  { name: '/events, signed in', least: 95, ignored: ['seo'], isSignedIn: true, path: async () => '/events' },
].filter(({ name }) => name.includes(nameFilter))
const JSON_HEADERS = { 'content-type': 'application/json' }

const RUNS_PER_PAGE = 5

/** The longest time (ms) that Lighthouse waits for the end of all requests. Screens with a live stream have a request that does not end. */
const MAX_WAIT_FOR_LOAD_MS = 20_000

/** Signs the administrator in. Returns the session cookie. */
async function signIn(url) {
  const response = await fetch(`${url}/api/auth/login.php`, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(ADMINISTRATOR) })
  return response.headers.getSetCookie()[0].split(';')[0]
}

/** Creates an invitation to an event with all details. Returns the path of the page that the guest opens. */
async function createGuestPage(url) {
  const headers = { ...JSON_HEADERS, cookie: await signIn(url) }
  const eventDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const guest = { eventName: 'زفاف محمّد وسارة', eventDate, guestName: 'الأستاذ خالد سعيد باوزير', generationType: 'custom', maxScans: 2 }
  const created = await fetch(`${url}/api/invitations/create.php`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ invitations: [guest] }),
  })
  const [{ code, eventId }] = await created.json()
  const details = {
    ...{ startsAt: '20:00', place: 'قاعة ليالي أزال، صنعاء', mapUrl: 'https://maps.example/azal', phone: '777 123 456' },
    ...{ hosts: 'الشيخ صالح بن أحمد باعبّاد والأستاذ عبدالرحمن علي الحكيمي', note: 'العشاء عند التاسعة والنصف.' },
  }
  await fetch(`${url}/api/events/update.php?id=${eventId}`, { method: 'PUT', headers, body: JSON.stringify(details) })
  return `/i/${code}`
}

// Lighthouse has 140 MB of packages, so it is installed as a separate package by this script only.
const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(1)
const { launch } = await import('chrome-launcher')
const { default: lighthouse } = await import('lighthouse')

/**
 * Measures a page `RUNS_PER_PAGE` times. Returns the report with the middle performance score, the performance scores of all runs in
 * percent, and the URLs that they measured.
 */
async function measure(requested, flags) {
  const reports = []
  for (let run = 0; run < RUNS_PER_PAGE; run++) reports.push((await lighthouse(requested, flags)).lhr)
  const performanceOf = ({ categories }) => Math.round((categories.performance.score ?? 0) * 100)
  reports.sort((one, other) => performanceOf(one) - performanceOf(other))
  return {
    lhr: reports[Math.floor(RUNS_PER_PAGE / 2)],
    performanceScores: reports.map(performanceOf),
    measuredUrls: reports.map(({ finalDisplayedUrl }) => finalDisplayedUrl),
  }
}

const temporaryFolder = mkdtempSync(path.join(os.tmpdir(), 'hudur-lighthouse-'))
const { url, chromiumFlag, stop } = await startBehindNginx(temporaryFolder)
const chrome = await launch({
  chromePath: findChromium(),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', chromiumFlag],
})
try {
  for (const { name, least, ignored, limits, isSignedIn, path: pathOf } of MEASURED_PAGES) {
    const extraHeaders = isSignedIn ? { cookie: await signIn(url) } : {}
    const requested = url + (await pathOf(url))
    const flags = { port: chrome.port, output: 'json', logLevel: 'error', extraHeaders, maxWaitForLoad: MAX_WAIT_FOR_LOAD_MS }
    const { lhr, performanceScores, measuredUrls } = await measure(requested, flags)
    process.stdout.write(`${name} (performance of each run: ${performanceScores.join(', ')})\n`)
    const scores = Object.values(lhr.categories).map(({ id, title, score }) => ({ id, title, score: Math.round((score ?? 0) * 100) }))
    for (const { title, score } of scores) process.stdout.write(`${String(score).padStart(4)}  ${title}\n`)
    for (const audit of [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'speed-index',
      'total-byte-weight',
    ])
      process.stdout.write(`      ${lhr.audits[audit].title}: ${lhr.audits[audit].displayValue}\n`)
    const requests = lhr.audits['network-requests'].details.items
    const sumTransferBytes = items => items.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const formatKilobytes = items => (sumTransferBytes(items) / 1024).toFixed(1)
    const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
    process.stdout.write(
      `      First load: ${formatKilobytes(requests)} KB over the wire in ${requests.length} files, script ${formatKilobytes(scripts)} KB\n`,
    )
    const reportFailure = reason => {
      process.stdout.write(`${reason}\n`)
      process.exitCode = 1
    }
    for (const { id, title, score } of scores)
      if (score < least && !ignored.includes(id)) reportFailure(`${title} is ${score}, below ${least}.`)
    const paintMs = lhr.audits['largest-contentful-paint'].numericValue
    if (limits && paintMs >= limits.paintMs)
      reportFailure(`The largest paint comes after ${Math.round(paintMs)} ms, and not before ${limits.paintMs} ms.`)
    if (limits && sumTransferBytes(requests) > limits.bytes)
      reportFailure(`The first load has ${sumTransferBytes(requests)} bytes, more than ${limits.bytes}.`)
    for (const measuredUrl of measuredUrls)
      if (measuredUrl !== requested) reportFailure(`${measuredUrl} was measured instead of ${requested}.`)
    for (const audit of Object.values(lhr.audits))
      if (audit.score !== null && audit.score < 0.9)
        process.stdout.write(`      (${audit.score}) ${audit.title} ${audit.displayValue ?? ''}\n`)
  }
} finally {
  chrome.kill()
  await stop()
  rmSync(temporaryFolder, { recursive: true, force: true })
}
