import { randomUUID } from 'node:crypto'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import autocannon from 'autocannon'
import type { DatabaseTarget } from '../api/testing/empty-database.ts'
import { createReusableInvitations } from '../api/testing/gates.ts'
import { startProcess, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import type { FigureRow } from './figures.ts'
import { countStatementsOfSet } from './statements.ts'

const CONNECTIONS = 64
const DURATION_S = 10
const GUESTS = 5_000

/** Scans over 64 connections, divided among the servers. Returns the scans per second and the latencies of the slowest server. */
async function sendScans(urls: string[], cookie: string, body: (n: number) => unknown) {
  let n = 0
  const results = await Promise.all(
    urls.map(url =>
      autocannon({
        url,
        connections: CONNECTIONS / urls.length,
        duration: DURATION_S,
        requests: [
          {
            method: 'POST',
            path: '/api/invitations.php',
            headers: { 'content-type': 'application/json', cookie },
            setupRequest: request => ({ ...request, body: JSON.stringify(body(n++)) }),
          },
        ],
      }),
    ),
  )
  for (const { non2xx, errors } of results) if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`)
  const worstLatency = (of: 'p50' | 'p99' | 'max') => Math.max(...results.map(({ latency }) => latency[of]))
  return {
    'per second': Math.round(results.reduce((sum, { requests }) => sum + requests.average, 0)),
    'p50 ms': worstLatency('p50'),
    'p99 ms': worstLatency('p99'),
    'worst ms': worstLatency('max'),
  }
}

/** Measures the scans per second of the minimal server `bare-server.ts`, which is the reference. */
export async function measureBareScans({ on, env }: DatabaseTarget): Promise<FigureRow> {
  const server = await startProcess('bench/bare-server.ts', [env.DATA_DIR], {})
  const figures = await sendScans([server.url], '', n => ({ qr_code: `guest-${n % GUESTS}` }))
  await server.stop()
  return { what: 'scans, bare prototype', on, ...figures, 'of the reference': '1.00' }
}

/** The number of invitations of the mix that are used up before it begins. */
const USED_GUESTS = 500

/** Creates invitations for one person each, and scans each once. Returns their codes. */
async function createUsedCodes(backend: Backend<Contract>) {
  const invitation = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', generationType: 'custom' as const, maxScans: 1 }
  const invitations = Array.from({ length: USED_GUESTS }, (_, n) => ({ ...invitation, guestName: `ضيف ${n}` }))
  const codes = (await backend.invitations.create({ invitations })).map(({ id }) => id)
  await Promise.all(codes.map(qr_code => backend.checkIn.check({ qr_code, source: 'camera' })))
  return codes
}

/**
 * Returns a function that draws the next scan of a busy evening: 60 % admissions, 25 % of used codes, 10 % earlier admissions repeated under
 * their keys, 5 % of unknown codes.
 */
function drawMix(freshCodes: readonly string[], usedCodes: readonly string[]) {
  const sent: { qr_code: string; nonce: string; source: string }[] = []
  const draw = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)]!
  return () => {
    const share = Math.random()
    if (share < 0.1 && sent.length > 0) return draw(sent)
    const qr_code = share < 0.15 ? randomUUID() : share < 0.4 ? draw(usedCodes) : draw(freshCodes)
    const scan = { qr_code, nonce: randomUUID(), source: 'camera' }
    if (share >= 0.4) sent.push(scan)
    return scan
  }
}

/**
 * Measures scans per second with `processes` server processes on one database: of invitations that admit many people, or the mix of
 * `drawMix`. On PostgreSQL the row also has the statements and round trips of one set of such scans.
 */
export async function measureScans({ on, env }: DatabaseTarget, processes = 1, isMix = false): Promise<FigureRow> {
  const first = await startProduct(env)
  const servers = [first, ...(await Promise.all(Array.from({ length: processes - 1 }, () => startProduct(env))))]
  const { backend, cookie, user } = await signIn(first.url)
  const codes = (await createReusableInvitations(backend, GUESTS)).map(({ id }) => id)
  const urls = servers.map(({ url }) => url)
  const nextOfMix = isMix ? drawMix(codes, await createUsedCodes(backend)) : undefined
  const admission = (n: number) => ({ qr_code: codes[Math.abs(n) % GUESTS]!, nonce: `bench-${n}`, source: 'camera' })
  const scanAt = (n: number) => nextOfMix?.() ?? admission(n)
  const figures = await sendScans(urls, cookie, scanAt)
  const set = Array.from({ length: CONNECTIONS }, (_, n) => scanAt(-n - 1))
  const statements = env.DATABASE_URL === undefined ? {} : await countStatementsOfSet(env.DATABASE_URL, user.id, set)
  await Promise.all(servers.map(server => server.stop()))
  const what = isMix ? 'scans, mixed' : 'scans'
  return { what: processes === 1 ? what : `${what}, ${processes} processes`, on, ...figures, ...statements }
}
