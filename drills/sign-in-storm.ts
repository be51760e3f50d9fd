import process from 'node:process'
import { contract, httpBackend, Refusal } from '@hudur/core'
import { startProduct } from '../api/testing/process.ts'
import { browserFetch } from '../api/testing/server.ts'
import { type Target, withTarget } from '../bench/api.ts'
import { signIn } from '../bench/scans.ts'
import { ledger, pause } from './drill.ts'
import { inWords, openGates, percentile } from './gates.ts'

/**
 * The minutes of the sign-ins (`DRILL_MINUTES`), at most 2, because an invitation admits 1,000. Before and after, a third of it is quiet.
 */
const MINUTES = Math.min(2, Number(process.env.DRILL_MINUTES || 1))
const STORM_MS = MINUTES * 60_000
const ACCOUNTS = 60
/** The time in which every account signs in once, in milliseconds. */
const WAVE_MS = 3_000
/** The time (ms) after which an account that was refused as `busy` tries again. */
const RETRY_MS = 1_000
const GATES = 20
/** The limit of the p99 of scans during the storm, in milliseconds. */
const MAX_P99_MS = 100
const PASSWORD = 'كلمة-سر طويلة 2'
const EVENT = { eventName: 'حفل التدريب', eventDate: '2027-01-14', generationType: 'count', maxScans: 1_000 } as const

/** Returns the fetch of a browser at an address of its own, behind the proxy that the server trusts. */
function fetchFrom(address: string): typeof fetch {
  const good = browserFetch()
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return good(url, { ...init, headers })
  }
}

/** Runs waves of sign-ins with the product's own hash cost and rate limits while gates scan. */
async function stormOn({ on, env }: Target) {
  const { lines, expect, note } = ledger(`${ACCOUNTS} accounts sign in within ${WAVE_MS / 1_000} s while ${GATES} gates scan, ${on}`)
  const server = await startProduct({ ...env, RATE_LIMIT: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' })
  const { backend, cookie } = await signIn(server.url)
  const usernames = Array.from({ length: ACCOUNTS }, (_, n) => `staff-${n}`)
  for (const username of usernames) await backend.accounts.create({ fullName: username, username, password: PASSWORD, generationLimit: 1 })
  const createdInvitations = await backend.invitations.create({ invitations: Array.from({ length: GATES }, () => EVENT) })
  const gates = openGates(
    server.url,
    cookie,
    createdInvitations.map(({ id }) => id),
  )

  const signIns: number[] = []
  const failed: string[] = []
  let refused = 0
  async function signInAs(username: string, n: number) {
    // A new browser each time: the server does not know its device.
    const { accounts } = httpBackend(contract, { base: server.url, fetch: fetchFrom(`10.0.0.${n + 1}`) })
    const start = performance.now()
    for (let isIn = false; !isIn; )
      try {
        await accounts.login({ username, password: PASSWORD })
        isIn = true
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'busy')) return failed.push(String(error))
        refused++
        await pause(RETRY_MS)
      }
    return signIns.push(performance.now() - start)
  }
  async function storm() {
    const end = performance.now() + STORM_MS
    while (performance.now() < end)
      await Promise.all(
        usernames.map(async (username, n) => {
          await pause((n * WAVE_MS) / ACCOUNTS)
          await signInAs(username, n)
        }),
      )
  }

  const quiet = (ms: number) => ms < STORM_MS / 3
  await gates.scanWhile(ms => ms < 2_000)
  const before = await gates.scanWhile(quiet)
  let isOver = false
  const storming = storm().finally(() => {
    isOver = true
  })
  const during = await gates.scanWhile(() => !isOver)
  await storming
  const after = await gates.scanWhile(quiet)
  gates.close()
  const { rows } = await backend.invitations.list({})
  await server.stop()

  const countedScans = rows.reduce((sum, { currentScans }) => sum + currentScans, 0)
  const { lost } = gates
  note('scans before (reference)', inWords(before))
  expect(`scans during the storm, p99 < ${MAX_P99_MS} ms`, percentile(during, 0.99) < MAX_P99_MS, inWords(during))
  note('scans after it', inWords(after))
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

/** Runs the drill on both engines: sixty accounts sign in within three seconds, again and again. */
export const signInStorm = async () => [...(await withTarget('SQLite', stormOn)), ...(await withTarget('PostgreSQL', stormOn))]
