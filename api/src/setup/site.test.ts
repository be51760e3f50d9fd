import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { freePort } from '../../testing/postgres-server.ts'
import { startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { checkCertificate, checkRedirect, checkSite } from './site.ts'

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
    // Without an agent, no connection is used again that the server is closing after a refused body.
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

const WORKER = '/service-worker.js'
const worker = (cacheControl: string): Record<string, Answer> => ({
  [WORKER]: (_request, response) => response.writeHead(200, { 'cache-control': cacheControl }).end(''),
})

test('a proxy that passes everything on has no faults', async () => {
  expect(await faultsOf(await startProxy(worker('no-cache')))).toEqual([])
})

test('a proxy that adds no forwarding header is a fault: everybody may read the metrics, and visitors may claim any address', async () => {
  expect(await faultsOf(await startProxy(worker('no-cache'), {}))).toEqual([
    expect.stringContaining('Everybody may read /metrics'),
    expect.stringContaining('believes the address that a visitor claims'),
  ])
})

test('a proxy that refuses bodies of 8 MB is a fault', async () => {
  const tooLarge: Answer = (_request, response) => response.writeHead(413).end()
  const site = await startProxy({ ...worker('no-store'), '/api/invitations/create.php': tooLarge })
  expect(await faultsOf(site)).toEqual([expect.stringContaining('refuses bodies of 8 MB')])
})

test('a proxy that lets browsers cache the service worker is a fault', async () => {
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

test('a proxy that hides the visitors behind its own address is a fault', async () => {
  const site = await startProxy(worker('no-cache'), { 'x-forwarded-for': '10.0.0.7' })
  expect(await faultsOf(site)).toEqual([expect.stringContaining('sees every visitor come from 10.0.0.7')])
})

test('a proxy that holds streams back is a fault', async () => {
  const collected: Answer = (_request, response) => response.writeHead(200).end(': first\n\n: second\n\n')
  expect(await faultsOf(await startProxy({ ...worker('no-cache'), '/healthz/stream': collected }))).toEqual([
    expect.stringContaining('holds streams back'),
  ])
})

test('a certificate that ends in less than 14 days is a warning', () => {
  const now = Date.parse('2026-11-24T00:00:00Z')
  const inDays = (days: number) => checkCertificate(now + days * 86_400_000, now)
  expect(inDays(90)).toMatchObject({ level: 'fine', says: expect.stringContaining('90 more days') })
  expect(inDays(13)).toMatchObject({ level: 'warning', says: expect.stringContaining('Is it renewed by itself?') })
})

test.each([
  [301, 'https://hudur.example/', 'fine', 'leads to https'],
  [302, 'http://hudur.example/login', 'warning', 'does not lead to https (status 302)'],
  [200, undefined, 'warning', 'does not lead to https (status 200)'],
])('http that answers with %i to %s is %s', async (status, location, level, says) => {
  const site = await startProxy({ '/': (_request, response) => response.writeHead(status, { ...(location && { location }) }).end() })
  expect(await checkRedirect(new URL('https://127.0.0.1/'), Number(site.port))).toMatchObject({
    level,
    says: expect.stringContaining(says),
  })
})

test('http that does not answer is a warning', async () => {
  const finding = await checkRedirect(new URL('https://127.0.0.1/'), await freePort())
  expect(finding).toMatchObject({ level: 'warning', says: expect.stringContaining('does not lead to the site') })
})

test('without PUBLIC_URL the check reports nothing', async () => {
  expect(await checkSite(undefined)).toEqual([])
})
