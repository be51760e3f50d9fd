import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createReusableInvitations } from '../api/testing/gates.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { launchBrowser, openSignedInPage } from '../bench/browser.ts'
import { createDrillReport } from './drill.ts'

/** The duration of the drill in minutes. The environment variable `DRILL_MINUTES` sets it. */
const DURATION_MINUTES = Number(process.env.DRILL_MINUTES || 20)
const SCANS_PER_SECOND = 500
const GUESTS = 5_000
/** The factor by which the server's memory may grow from the second quarter to the last. V8 does not return all freed memory. */
const MAX_GROWTH = 1.15

const processMegabytes = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Scans at a steady pace while a browser opens the reports screen repeatedly, and checks errors, pace and memory. */
export const soakDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, note } = createDrillReport(
      `${DURATION_MINUTES} minutes at ${SCANS_PER_SECOND} scans a second beside a browser on /reports`,
    )
    const server = await startProduct({ DATA_DIR: folder })
    const { backend, cookie, cookies } = await signIn(server.url)
    const invitations = await createReusableInvitations(backend, GUESTS)

    const problems: string[] = []
    const browser = await launchBrowser('--disable-gpu', '--disable-quic')
    const page = await openSignedInPage(browser, { url: server.url, cookies }, { width: 1280, height: 720 })
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(String(error)))

    const memory: number[] = []
    let n = 0
    let isOver = false
    const load = autocannon({
      url: server.url,
      connections: 32,
      duration: DURATION_MINUTES * 60,
      overallRate: SCANS_PER_SECOND,
      requests: [
        {
          method: 'POST',
          path: '/api/invitations.php',
          headers: { 'content-type': 'application/json', cookie },
          setupRequest: request => ({
            ...request,
            body: JSON.stringify({ qr_code: invitations[n % GUESTS]!.id, nonce: `soak-${n++}`, source: 'camera' }),
          }),
        },
      ],
    })
    const result = Promise.resolve(load).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await page.goto('/reports')
      await page.getByRole('heading', { level: 1 }).waitFor()
      memory.push(processMegabytes(server.pid))
      await Promise.race([result, pause(10_000)])
    }
    const { non2xx, errors, latency, requests } = await result
    await browser.close()
    await server.stop()

    const quarter = Math.max(1, Math.floor(memory.length / 4))
    const [early, late] = [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))]
    expect(
      'no error',
      non2xx === 0 && errors === 0 && problems.length === 0,
      `${non2xx} refused, ${errors} failed, ${problems.slice(0, 3).join('; ') || 'nothing on the console'}`,
    )
    expect(
      'the pace is kept',
      requests.average > SCANS_PER_SECOND * 0.97,
      `${Math.round(requests.average)} a second, p50 ${latency.p50} ms, p99 ${latency.p99} ms, worst ${latency.max} ms`,
    )
    expect('memory is flat', late < early * MAX_GROWTH, `${Math.round(early)} MB in the second quarter, ${Math.round(late)} MB in the last`)
    note('samples of memory', memory.length)
    return lines
  })
