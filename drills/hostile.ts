import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createReusableInvitations } from '../api/testing/gates.ts'
import { openConnectionPool } from '../api/testing/http-lanes.ts'
import { percentile } from '../api/testing/percentile.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { latencySummary } from './support.ts'

/** The duration of the attack in minutes. The environment variable `DRILL_MINUTES` sets it. */
const DURATION_MINUTES = Number(process.env.DRILL_MINUTES || 2)
const REFERENCE_SECONDS = 15
const GUESTS = 1_000
/** The interval (ms) at which scans are sent. The next scan does not wait for the response to the previous one. */
const SCAN_INTERVAL_MS = 50
/** The timeout (ms) of a scan. A scan without a response in this time counts as lost. */
const SCAN_TIMEOUT_MS = 2_500
/** The maximum accepted p95 of the scan latencies (ms) during the attack. */
const MAX_P95_MS = 100
const PASSWORD = 'كلمة-سر طويلة 2'

/**
 * The data with which attackers start: the server, session cookies of one account, and a text that makes the idempotency keys of this run
 * unique.
 */
export type AttackInput = { url: string; cookies: string[]; run: string }
export type AttackResponse = { attack: string; status: string }

const folderMegabytes = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0) /
  1024 ** 2

/** Scans at a steady pace for `duration` (ms). `lost` counts the scans that got no status 200 in time. */
async function scanForDuration(url: string, { cookie, ids }: { cookie: string; ids: string[] }, duration: number) {
  const { ask, close } = openConnectionPool(url, { lanes: 8, timeoutMs: SCAN_TIMEOUT_MS })
  const waits: number[] = []
  let lost = 0
  const sendScan = async (n: number) => {
    const body = JSON.stringify({ qr_code: ids[n % ids.length], source: 'camera' })
    const answer = await ask({ method: 'POST', url: '/api/invitations.php', type: 'application/json', cookie, body }).catch(() => undefined)
    if (answer) waits.push(answer.took)
    if (answer?.status !== 200) lost++
  }
  const start = performance.now()
  const scans: Promise<void>[] = []
  while (performance.now() < start + duration) {
    scans.push(sendScan(scans.length))
    await pause(Math.max(0, start + scans.length * SCAN_INTERVAL_MS - performance.now()))
  }
  await Promise.all(scans)
  close()
  return { count: scans.length, lost, p95: percentile(waits, 0.95), latencies: latencySummary(waits) }
}

/** Runs all attacks of `attacker.ts` at the same time from one ordinary account, while a gate of another account scans. */
export const hostileAccountDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, note } = createDrillReport(`one account attacks for ${DURATION_MINUTES} minutes while another's gate scans`)
    const server = await startProduct({ DATA_DIR: folder, RATE_LIMIT: 'on', LOG_LEVEL: 'silent' })
    const { backend: admin } = await signIn(server.url)
    for (const username of ['hostile', 'host'])
      await admin.accounts.create({ fullName: username, username, password: PASSWORD, generationLimit: username === 'host' ? GUESTS : 100 })
    const host = await signIn(server.url, { username: 'host', password: PASSWORD })
    const ids = (await createReusableInvitations(host.backend, GUESTS)).map(({ id }) => id)
    const scanner = { cookie: host.cookie, ids }
    const cookies: string[] = []
    for (let n = 0; n < 4; n++) cookies.push((await signIn(server.url, { username: 'hostile', password: PASSWORD })).cookie)

    const quiet = await scanForDuration(server.url, scanner, REFERENCE_SECONDS * 1000)
    const before = folderMegabytes(folder)
    const answered = new Map<string, Map<string, number>>()
    const attacker = new Worker(new URL('./attacker.ts', import.meta.url), {
      workerData: { url: server.url, cookies, run: String(Date.now()) } satisfies AttackInput,
    })
    attacker.on('message', ({ attack, status }: AttackResponse) => {
      const statuses = answered.get(attack) ?? new Map<string, number>()
      answered.set(attack, statuses.set(status, (statuses.get(status) ?? 0) + 1))
    })
    const attacked = await scanForDuration(server.url, scanner, DURATION_MINUTES * 60_000)
    await attacker.terminate()
    const growth = folderMegabytes(folder) - before
    await server.stop()

    note('the gate before the attack (reference)', `${quiet.lost} lost; ${quiet.latencies}`)
    expect('no answer is lost', attacked.lost === 0 && quiet.lost === 0, `${attacked.lost} of ${attacked.count}`)
    expect(`scans p95 below ${MAX_P95_MS} ms`, attacked.p95 < MAX_P95_MS, attacked.latencies)
    note('the data folder grows by', `${growth.toFixed(1)} MB`)
    for (const [attack, statuses] of answered)
      note(`answers to ${attack}`, [...statuses].map(([status, times]) => `${status}: ${times.toLocaleString('en')}`).join(', '))
    return lines
  })
