import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { freePort } from '../../testing/postgres-server.ts'
import { startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { checkSite } from './site.ts'

type Answer = Parameters<typeof http.createServer>[1]

let db: Database
let server: Awaited<ReturnType<typeof startServer>>
let proxy: http.Server | undefined
beforeEach(async () => {
  db = await startDatabase('sqlite')
  server = await startServer(db, { trustProxy: 1 })
})
afterEach(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  proxy = undefined
  await server.close()
  await db.close()
})

/** Starts a proxy in front of the server: `answers` are its own for some paths, and `headers` are what it adds to requests. */
async function startProxy(answers: Record<string, Answer>, headers: http.OutgoingHttpHeaders = { 'x-forwarded-for': '203.0.113.7' }) {
  proxy = http.createServer((request, response) => {
    const own = answers[request.url ?? '']
    if (own) return void own(request, response)
    const { method, url } = request
    const forwarded = http.request(new URL(url ?? '/', server.base), { method, headers: { ...request.headers, ...headers } }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>(resolve => proxy?.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`)
}

const faultsOf = async (site: URL) => (await checkSite(site)).filter(({ level }) => level === 'fault').map(({ says }) => says)

const WORKER = '/service-worker.js'
const worker = (cacheControl: string): Record<string, Answer> => ({
  [WORKER]: (_request, response) => response.writeHead(200, { 'cache-control': cacheControl }).end(''),
})

test('a proxy that passes everything on is fine', async () => {
  expect(await faultsOf(await startProxy(worker('no-cache')))).toEqual([])
})

test('a proxy that adds no forwarding header shows the metrics to everybody', async () => {
  expect(await faultsOf(await startProxy(worker('no-cache'), {}))).toEqual([expect.stringContaining('Everybody may read /metrics')])
})

test('a proxy that refuses large bodies keeps long lists from the server', async () => {
  const tooLarge: Answer = (_request, response) => response.writeHead(413).end()
  const site = await startProxy({ ...worker('no-store'), '/api/invitations/create.php': tooLarge })
  expect(await faultsOf(site)).toEqual([expect.stringContaining('refuses bodies of 8 MB')])
})

test('a proxy that lets browsers cache the service worker keeps new versions from devices', async () => {
  expect(await faultsOf(await startProxy(worker('max-age=3600')))).toEqual([expect.stringContaining('«cache-control: max-age=3600»')])
})

test.each([200, 502])('another program at the address is a fault (status %i)', async status => {
  const site = await startProxy({ '/healthz': (_request, response) => response.writeHead(status).end('<html>') })
  expect(await faultsOf(site)).toEqual([expect.stringContaining(`answers with status ${status}, and is not Hudur`)])
})

test('an address at which nobody answers is a fault', async () => {
  const site = new URL(`http://127.0.0.1:${await freePort()}/`)
  expect(await faultsOf(site)).toEqual([expect.stringMatching(/cannot be opened from this machine: .*ECONNREFUSED/)])
})

test('without an address nothing is found', async () => {
  expect(await checkSite(undefined)).toEqual([])
})
