import { contract, httpBackend } from '@hudur/core'
import autocannon from 'autocannon'
import { ADMINISTRATOR, startProcess, startProduct } from '../api/testing/process.ts'
import { browserFetch } from '../api/testing/server.ts'
import type { Row, Target } from './api.ts'

const CONNECTIONS = 64
const SECONDS = 10
const GUESTS = 5_000

/** The administrator, and the cookie that says so. */
export async function signIn(base: string) {
  const cookies = new Map<string, string>()
  const backend = httpBackend(contract, { base, fetch: browserFetch(cookies) })
  const user = await backend.accounts.login(ADMINISTRATOR)
  return { backend, user, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

async function fire(url: string, cookie: string, body: (n: number) => unknown) {
  let n = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        path: '/api/invitations.php',
        headers: { 'content-type': 'application/json', cookie },
        setupRequest: request => ({ ...request, body: JSON.stringify(body(n++)) }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  const { p50, p99, max } = result.latency
  return { 'per second': Math.round(result.requests.average), 'p50 ms': p50, 'p99 ms': p99, 'worst ms': max }
}

/** The reference: the least that could answer a scan durably. */
export async function bareScans({ on, env }: Target): Promise<Row> {
  const server = await startProcess('bench/bare-server.ts', [env.DATA_DIR], {})
  const figures = await fire(server.url, '', n => ({ qr_code: `guest-${n % GUESTS}` }))
  await server.stop()
  return { what: 'scans, bare prototype', on, ...figures, 'of the reference': '1.00' }
}

/** Guests who may come often are let in as fast as the product can. */
export async function scansOn({ on, env }: Target): Promise<Row> {
  const server = await startProduct(env)
  const { backend, cookie } = await signIn(server.url)
  const made = await backend.invitations.create({
    invitations: Array.from({ length: GUESTS }, () => ({
      eventName: 'قياس',
      eventDate: '2027-01-01',
      generationType: 'count',
      maxScans: 1000,
    })),
  })
  const figures = await fire(server.url, cookie, n => ({ qr_code: made[n % GUESTS]!.id, nonce: `bench-${n}`, source: 'camera' }))
  await server.stop()
  return { what: 'scans', on, ...figures }
}
