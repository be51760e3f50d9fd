import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { findFreePort } from '../../testing/postgres-server.ts'
import { startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { checkCertificate, checkRedirect, checkSite } from './site.ts'

type RequestHandler = Parameters<typeof http.createServer>[1]

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

/** Starts a proxy in front of the server. It answers the paths in `answers` itself, and forwards other requests with `headers` added. */
async function startProxy(
  answers: Record<string, RequestHandler>,
  headers: http.OutgoingHttpHeaders = { 'x-forwarded-for': '203.0.113.7' },
) {
  proxy = http.createServer((request, response) => {
    const own = answers[request.url ?? '']
    if (own) return void own(request, response)
    const { method, url } = request
    // Without an agent each request has its own connection, because the server closes a connection after it refused a body.
    const sent = { method, agent: false, headers: { ...request.headers, ...headers } }
    const forwarded = http.request(new URL(url ?? '/', server.base), sent, answer => {
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

const SERVICE_WORKER_PATH = '/service-worker.js'
const serviceWorkerHandlers = (cacheControl: string): Record<string, RequestHandler> => ({
  [SERVICE_WORKER_PATH]: (_request, response) => response.writeHead(200, { 'cache-control': cacheControl }).end(''),
})

test('checkSite reports no fault for a correct proxy', async () => {
  expect(await faultsOf(await startProxy(serviceWorkerHandlers('no-cache')))).toEqual([])
})

test('checkSite reports a proxy without forwarding headers as two faults', async () => {
  expect(await faultsOf(await startProxy(serviceWorkerHandlers('no-cache'), {}))).toEqual([
    expect.stringContaining('Everybody may read /metrics'),
    expect.stringContaining('believes the address that a visitor claims'),
  ])
})

test('checkSite reports a proxy that refuses bodies of 8 MB as a fault', async () => {
  const refuseTooLarge: RequestHandler = (_request, response) => response.writeHead(413).end()
  const site = await startProxy({ ...serviceWorkerHandlers('no-store'), '/api/invitations/create.php': refuseTooLarge })
  expect(await faultsOf(site)).toEqual([expect.stringContaining('refuses bodies of 8 MB')])
})

test('checkSite reports a cached service worker as a fault', async () => {
  expect(await faultsOf(await startProxy(serviceWorkerHandlers('max-age=3600')))).toEqual([
    expect.stringContaining('«cache-control: max-age=3600»'),
  ])
})

test.each([200, 502])('checkSite reports another program’s status %i as a fault', async status => {
  const site = await startProxy({ '/healthz': (_request, response) => response.writeHead(status).end('<html>') })
  expect(await faultsOf(site)).toEqual([expect.stringContaining(`answers with status ${status}, and is not Hudur`)])
})

test('checkSite reports a public address without a server as a fault', async () => {
  const site = new URL(`http://127.0.0.1:${await findFreePort()}/`)
  expect(await faultsOf(site)).toEqual([expect.stringMatching(/cannot be opened from this machine: .*ECONNREFUSED/)])
})

test('checkSite reports a proxy that forwards its own address as a fault', async () => {
  const site = await startProxy(serviceWorkerHandlers('no-cache'), { 'x-forwarded-for': '10.0.0.7' })
  expect(await faultsOf(site)).toEqual([expect.stringContaining('sees every visitor come from 10.0.0.7')])
})

test('checkSite reports a proxy that buffers event streams as a fault', async () => {
  const sendBuffered: RequestHandler = (_request, response) => response.writeHead(200).end(': first\n\n: second\n\n')
  expect(await faultsOf(await startProxy({ ...serviceWorkerHandlers('no-cache'), '/healthz/stream': sendBuffered }))).toEqual([
    expect.stringContaining('holds streams back'),
  ])
})

test('checkCertificate warns about a certificate that expires in 13 days', () => {
  const now = Date.parse('2026-11-24T00:00:00Z')
  const checkCertificateEndingIn = (days: number) => checkCertificate(now + days * 86_400_000, now)
  expect(checkCertificateEndingIn(90)).toMatchObject({ level: 'fine', says: expect.stringContaining('90 more days') })
  expect(checkCertificateEndingIn(13)).toMatchObject({ level: 'warning', says: expect.stringContaining('Is it renewed by itself?') })
})

test.each([
  [301, 'https://hudur.example/', 'fine', 'leads to https'],
  [302, 'http://hudur.example/login', 'warning', 'does not lead to https (status 302)'],
  [200, undefined, 'warning', 'does not lead to https (status 200)'],
])('checkRedirect reports status %i with location %s as %s', async (status, location, level, says) => {
  const site = await startProxy({ '/': (_request, response) => response.writeHead(status, { ...(location && { location }) }).end() })
  expect(await checkRedirect(new URL('https://127.0.0.1/'), Number(site.port))).toMatchObject({
    level,
    says: expect.stringContaining(says),
  })
})

test('checkRedirect reports a missing plain-http server as a warning', async () => {
  const finding = await checkRedirect(new URL('https://127.0.0.1/'), await findFreePort())
  expect(finding).toMatchObject({ level: 'warning', says: expect.stringContaining('does not lead to the site') })
})

test('checkSite without PUBLIC_URL reports nothing', async () => {
  expect(await checkSite(undefined)).toEqual([])
})
