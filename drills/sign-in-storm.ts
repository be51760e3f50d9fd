import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { type DatabaseTarget, onEachEngine } from '../api/testing/empty-database.ts'
import { createReusableInvitations, openGates } from '../api/testing/gates.ts'
import { percentile } from '../api/testing/percentile.ts'
import { startProduct } from '../api/testing/process.ts'
import { browserFetch } from '../api/testing/server.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { createDrillReport } from './drill.ts'
import { latencySummary } from './support.ts'

/**
 * The duration of the sign-ins in minutes. The environment variable `DRILL_MINUTES` sets it, up to 2, because one invitation admits only
 * 1,000 people. Before and after the sign-ins, gates scan alone for a third of this time.
 */
const DURATION_MINUTES = Math.min(2, Number(process.env.DRILL_MINUTES || 1))
const STORM_MS = DURATION_MINUTES * 60_000
const ACCOUNTS = 60
/** The time (ms) in which every account signs in once. */
const WAVE_DURATION_MS = 3_000
/** The time (ms) after which an account tries again when the server refused its sign-in as `busy`. */
const RETRY_DELAY_MS = 1_000
const GATES = 20
/** The maximum accepted p99 of the scan latencies (ms) while the accounts sign in. */
const MAX_P99_MS = 100
const PASSWORD = 'كلمة-سر طويلة 2'

/** Returns the `fetch` of a browser with an IP address of its own, behind the proxy that the server trusts. */
function createFetchWithIp(ip: string): typeof fetch {
  const good = browserFetch()
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', ip)
    return good(url, { ...init, headers })
  }
}

/** Runs waves of sign-ins with the password hash cost and the rate limits of production while gates scan. */
async function drillSignInStorm({ on, env }: DatabaseTarget) {
  const { lines, expect, note } = createDrillReport(
    `${ACCOUNTS} accounts sign in within ${WAVE_DURATION_MS / 1_000} s while ${GATES} gates scan, ${on}`,
  )
  const server = await startProduct({ ...env, RATE_LIMIT: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' })
  const { backend, cookies } = await signIn(server.url)
  const usernames = Array.from({ length: ACCOUNTS }, (_, n) => `staff-${n}`)
  for (const username of usernames) await backend.accounts.create({ fullName: username, username, password: PASSWORD, generationLimit: 1 })
  const ids = (await createReusableInvitations(backend, GATES)).map(({ id }) => id)
  const gates = openGates(server.url, cookies, ids)

  const signIns: number[] = []
  const failed: string[] = []
  let refused = 0
  async function signInAs(username: string, n: number) {
    // Each sign-in uses a new browser, which the server does not know.
    const { accounts } = createHttpBackend(contract, { base: server.url, fetch: createFetchWithIp(`10.0.0.${n + 1}`) })
    const start = performance.now()
    for (let isIn = false; !isIn; )
      try {
        await accounts.login({ username, password: PASSWORD })
        isIn = true
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'busy')) return failed.push(String(error))
        refused++
        await pause(RETRY_DELAY_MS)
      }
    return signIns.push(performance.now() - start)
  }
  async function repeatSignInWaves() {
    const end = performance.now() + STORM_MS
    while (performance.now() < end)
      await Promise.all(
        usernames.map(async (username, n) => {
          await pause((n * WAVE_DURATION_MS) / ACCOUNTS)
          await signInAs(username, n)
        }),
      )
  }

  const isInQuietPhase = (ms: number) => ms < STORM_MS / 3
  await gates.scanWhile(ms => ms < 2_000)
  const before = await gates.scanWhile(isInQuietPhase)
  let isOver = false
  const storming = repeatSignInWaves().finally(() => {
    isOver = true
  })
  const during = await gates.scanWhile(() => !isOver)
  await storming
  const after = await gates.scanWhile(isInQuietPhase)
  gates.close()
  const { rows } = await backend.invitations.list({})
  await server.stop()

  const countedScans = rows.reduce((sum, { currentScans }) => sum + currentScans, 0)
  const { lost } = gates
  note('scans before (reference)', latencySummary(before))
  expect(`scans during the storm, p99 < ${MAX_P99_MS} ms`, percentile(during, 0.99) < MAX_P99_MS, latencySummary(during))
  note('scans after it', latencySummary(after))
  expect('no scan loses its answer', lost.length === 0, lost.length === 0 ? '0 lost' : `${lost.length} lost: ${lost[0]}`)
  expect('the gates’ connections stay open', gates.reopened() === 0, `${gates.reopened()} of ${GATES} had to connect again`)
  expect('every scan is counted once', countedScans === gates.count(), `${countedScans} of ${gates.count()}`)
  expect('every sign-in succeeds', failed.length === 0 && signIns.length > 0, failed[0] ?? `${signIns.length}, ${refused} at a later try`)
  note(
    'a sign-in, with what was refused before',
    `p50 ${percentile(signIns, 0.5).toFixed(0)} ms, p99 ${percentile(signIns, 0.99).toFixed(0)}`,
  )
  return lines
}

/** Runs the drill on both database engines: sixty accounts repeatedly sign in within three seconds. */
export const signInStormDrill = () => onEachEngine(drillSignInStorm)
