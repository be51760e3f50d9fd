import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { contract, httpBackend } from '@hudur/core'
import autocannon from 'autocannon'
import { startPostgres } from '../api/testing/postgres-server.ts'

const ADMIN = { username: 'admin', password: 'bench-1' }
const CONNECTIONS = 64
const SECONDS = 10
const GUESTS = 5_000

type Target = { url: string; stop: () => Promise<void> }

async function start(script: string, args: string[], env: Record<string, string>): Promise<Target> {
  const server = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const url = await new Promise<string>(resolve => {
    server.stdout.on('data', chunk => {
      const address = /Hudur is at (http:\S+)\//.exec(String(chunk))?.[1]
      if (address) resolve(address)
    })
  })
  return {
    url,
    stop: () => {
      server.kill('SIGTERM')
      return ended
    },
  }
}

/** Signs in and makes guests who may come often; answers what every scan's request needs. */
async function prepare(base: string) {
  let cookie = ''
  const backend = httpBackend(contract, {
    base,
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    },
  })
  await backend.accounts.login(ADMIN)
  const guests = Array.from({ length: GUESTS }, () => ({
    eventName: 'قياس',
    eventDate: '2027-01-01',
    generationType: 'count' as const,
    maxScans: 1000,
  }))
  const made = await backend.invitations.create({ invitations: guests })
  return { cookie, ids: made.map(({ id }) => id) }
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
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const folder = () => mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
const product = (env: Record<string, string>) =>
  start('api/src/server.ts', [], {
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  })

async function measureProduct(env: Record<string, string>) {
  const target = await product(env)
  const { cookie, ids } = await prepare(target.url)
  const figures = await fire(target.url, cookie, n => ({ qr_code: ids[n % ids.length], nonce: `bench-${n}`, source: 'camera' }))
  await target.stop()
  return figures
}

/** Durable scans a second over HTTP with 64 connections, the load on the same machine; the reference is the bare prototype. */
export async function bench() {
  const dataDir = await folder()
  const reference = await start('bench/bare-server.ts', [dataDir], {})
  const bare = await fire(reference.url, '', n => ({ qr_code: `guest-${n % GUESTS}` }))
  await reference.stop()

  const sqlite = await measureProduct({ DATA_DIR: dataDir })
  const postgres = await startPostgres()
  const onPostgres = await measureProduct({ DATA_DIR: dataDir, DATABASE_URL: `${postgres.url}postgres` })
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })

  const row = (name: string, { perSecond, p50, p99 }: typeof bare) => ({
    what: name,
    'scans/s': Math.round(perSecond),
    'of the reference': (perSecond / bare.perSecond).toFixed(2),
    'p50 ms': p50,
    'p99 ms': p99,
  })
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table([row('bare prototype (SQLite)', bare), row('the product on SQLite', sqlite), row('the product on PostgreSQL', onPostgres)])
}
