import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../../testing/server.ts'
import { batchCalls, oldestBatchAge } from '../../database/batch-calls.ts'
import type { Database } from '../../database/database.ts'
import { unavailableRefusal } from '../../database/database.ts'

const TOKEN = 'a-token-of-some-length'

let db: Database
let server: Awaited<ReturnType<typeof startServer>>
let siteFolder: string

beforeAll(async () => {
  siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-site-'))
  await writeFile(path.join(siteFolder, 'index.html'), '<!doctype html>the shell')
  db = await startDatabase('sqlite')
})
afterEach(() => server.close())
afterAll(async () => {
  await db.close()
  await rm(siteFolder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(server.base + url, { headers: { accept: 'text/html', ...headers } })

describe('/healthz and /readyz', () => {
  test('/healthz and /readyz return 200 as JSON', async () => {
    server = await startServer(db, { siteFolder })
    for (const url of ['/healthz', '/readyz']) {
      const response = await get(url)
      expect([response.status, await response.json()]).toEqual([200, { ok: true }])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('/readyz returns 503 while the database cannot be written', async () => {
    server = await startServer({ ...db, write: () => Promise.reject(unavailableRefusal('full')) })
    expect((await get('/healthz')).status).toBe(200)
    const response = await get('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', error: 'تعذّر الحفظ الآن. لم يتغيّر شيء، فأعد المحاولة بعد قليل' },
    ])
    expect(await (await get('/api/test-connection.php')).json()).toMatchObject({
      success: false,
      status: { can_read: true, can_write: false },
    })
  })

  test('/readyz tests a write to the database once in five seconds', async () => {
    let writes = 0
    let at = Date.parse('2026-12-01T12:00:00Z')
    const countingWrite: Database['write'] = body => {
      writes++
      return db.write(body)
    }
    server = await startServer({ ...db, write: countingWrite }, { now: () => new Date(at) })
    const probeThreeTimes = () => Promise.all(['/readyz', '/api/test-connection.php', '/readyz'].map(url => get(url)))
    await probeThreeTimes()
    at += 4_999
    await probeThreeTimes()
    expect(writes).toBe(1)
    at += 1
    await probeThreeTimes()
    expect(writes).toBe(2)
  })

  test('/readyz tests again after a failed write, also one of a request', async () => {
    let isFailing = true
    const write: Database['write'] = body => (isFailing ? Promise.reject(unavailableRefusal('a standby')) : db.write(body))
    server = await startServer({ ...db, write }, { now: () => new Date('2026-12-01T12:00:00Z') })
    const statusWhile = async (failing: boolean) => {
      isFailing = failing
      return (await get('/readyz')).status
    }
    expect([await statusWhile(true), await statusWhile(false), await statusWhile(true)]).toEqual([503, 200, 200])
    const message = { fullName: 'زائر', email: 'visitor@example.com', subject: 'سؤال', message: 'متى تفتحون؟' }
    await expect(server.caller().backend.messages.create(message)).rejects.toThrow('answered 503')
    expect(await statusWhile(true)).toBe(503)
  })

  test('/readyz returns 503 while a batch of scans or sessions is stuck', async () => {
    server = await startServer(db)
    const { promise, resolve: end } = Promise.withResolvers<undefined[]>()
    const stuck = batchCalls(() => promise)(1)
    await expect.poll(oldestBatchAge).toBeGreaterThan(0)
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start + 2_500)
    expect((await get('/readyz')).status).toBe(503)
    clock.mockRestore()
    end([undefined])
    await stuck
    expect((await get('/readyz')).status).toBe(200)
  })
})

describe('/metrics', () => {
  test('/metrics counts failed backups even if the database cannot be read', async () => {
    const unreadableDatabase = {
      ...db,
      read: {
        ...db.read,
        selectFrom: () => {
          throw new Error('away')
        },
      } as never,
    }
    server = await startServer(unreadableDatabase, { backups: () => ({ age: 61.5, failures: 2 }) })
    const metrics = await (await get('/metrics')).text()
    for (const line of ['hudur_backup_age_seconds 61.5', 'hudur_backups_failed 2', 'hudur_mail_waiting Nan'])
      expect(metrics).toContain(line)
  })

  test('/metrics returns 403 to a request with a forwarding header', async () => {
    server = await startServer(db)
    const response = await get('/metrics')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const metrics = await response.text()
    expect(metrics).toContain('process_cpu_seconds_total')
    expect(metrics).toMatch(/^hudur_mail_waiting 0$/m)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])
      expect((await get('/metrics', { [header]: '127.0.0.1' })).status).toBe(403)
  })

  test('/metrics returns 200 to another machine only with the token', async () => {
    server = await startServer(db, { metricsToken: TOKEN, trustProxy: 1 })
    const getMetricsFromAbroad = (authorization?: string) =>
      get('/metrics', { 'x-forwarded-for': '203.0.113.7', ...(authorization && { authorization }) })
    expect((await getMetricsFromAbroad(`Bearer ${TOKEN}`)).status).toBe(200)
    for (const wrong of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN, 'Bearer undefined'])
      expect((await getMetricsFromAbroad(wrong)).status).toBe(403)
    expect((await get('/metrics')).status).toBe(200)
  })

  test('/metrics returns 403 to another machine with Host: localhost', async () => {
    server = await startServer(db, { trustProxy: 1 })
    const getMetricsFrom = (remoteAddress: string) => server.app.inject({ url: '/metrics', remoteAddress, headers: { host: 'localhost' } })
    expect((await getMetricsFrom('192.168.1.20')).statusCode).toBe(403)
    expect((await getMetricsFrom('fe80::1')).statusCode).toBe(403)
    expect((await getMetricsFrom('::ffff:192.168.1.20')).statusCode).toBe(403)
    expect((await getMetricsFrom('::ffff:127.0.0.1')).statusCode).toBe(200)
    expect((await getMetricsFrom('::1')).statusCode).toBe(200)
  })

  test('/metrics counts requests by route and status, and scans by outcome', async () => {
    server = await startServer(db)
    await addAccount(db, { username: 'hanaa' })
    const { backend } = server.caller()
    await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
    const [guest] = await backend.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    await backend.checkIn.check({ qr_code: guest!.id })
    await backend.checkIn.verify({ qrData: guest!.id })
    await backend.checkIn.scan({ id: guest!.id })
    await get('/nothing.php')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('hudur_scans_total{outcome="admitted"} 1')
    expect(text).toContain('hudur_scans_total{outcome="used"} 2')
    expect(text).toContain('hudur_http_request_duration_seconds_count{method="POST",route="/api/invitations.php",status="200"} 1')
    expect(text).toMatch(/hudur_http_request_duration_seconds_count\{method="GET",route="[^"]*",status="404"\} 1/)
    // The labels contain no name, address or id of a person.
    expect(text).not.toContain(guest!.id)
  })
})

test('the log lines of a request contain no personal data', async () => {
  const lines: string[] = []
  server = await startServer(db, { logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
  await addAccount(db, { username: 'salma', limit: 5 })
  const { backend } = server.caller()
  await backend.accounts.login({ username: 'salma', password: PASSWORD })
  const [created] = await backend.invitations.create({
    invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'نجلاء الصبري', generationType: 'names' }],
  })
  await backend.checkIn.candidates({ search: 'نجلاء' })
  await backend.checkIn.check({ qr_code: created!.id, nonce: 'a-guest-at-a-door' })
  await server.close()

  const logged = lines.map(line => JSON.parse(line))
  const ofRequests = lines.filter(line => line.includes('reqId')).join('')
  const search = logged.find(({ req }) => req?.url === '/api/invitations/candidates.php')
  expect(search).toMatchObject({ req: { method: 'GET' }, reqId: expect.any(String) })
  expect(logged.find(({ reqId, res }) => reqId === search.reqId && res)).toMatchObject({
    res: { statusCode: 200 },
    responseTime: expect.any(Number),
  })
  for (const secret of [
    'salma',
    'نجلاء',
    encodeURIComponent('نجلاء'),
    created!.id,
    '127.0.0.1',
    PASSWORD,
    'a-guest-at-a-door',
    'hudur_session',
  ])
    expect(ofRequests).not.toContain(secret)
})
