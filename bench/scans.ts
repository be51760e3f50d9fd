import autocannon from 'autocannon'
import type { DatabaseTarget } from '../api/testing/empty-database.ts'
import { createReusableInvitations } from '../api/testing/gates.ts'
import { startProcess, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import type { FigureRow } from './figures.ts'

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

/** Measures scans per second on invitations that admit many people, with `processes` server processes on one database. */
export async function measureScans({ on, env }: DatabaseTarget, processes = 1): Promise<FigureRow> {
  const first = await startProduct(env)
  const servers = [first, ...(await Promise.all(Array.from({ length: processes - 1 }, () => startProduct(env))))]
  const { backend, cookie } = await signIn(first.url)
  const invitations = await createReusableInvitations(backend, GUESTS)
  const urls = servers.map(({ url }) => url)
  const figures = await sendScans(urls, cookie, n => ({ qr_code: invitations[n % GUESTS]!.id, nonce: `bench-${n}`, source: 'camera' }))
  await Promise.all(servers.map(server => server.stop()))
  return { what: processes === 1 ? 'scans' : `scans, ${processes} processes`, on, ...figures }
}
