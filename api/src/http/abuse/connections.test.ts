import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { ADMINISTRATOR, QUICK_PASSWORDS_ENVIRONMENT, startProduct } from '../../../testing/process.ts'
import { openScannerConnection } from '../../../testing/scanner-connection.ts'
import { addAccount, browserFetch, startServer } from '../../../testing/server.ts'
import type { Database } from '../../database/database.ts'
import { CONNECTION_LIMITS, descriptorLimit, isTooSlow, maxConnectionsFor, type TransferPeriod } from './connections.ts'

const EVENT = { eventName: 'زفاف', eventDate: '2027-01-14', generationType: 'count', maxScans: 1_000 } as const

/**
 * Opens a connection and sends `bytes`. Returns its socket, the response received so far, whether it is still open, when it was opened
 * (`performance.now()`), and after how many milliseconds it was closed.
 */
function openConnection(base: string, bytes = '') {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  // Sent before whatever the test writes, also while the socket is still connecting.
  if (bytes) socket.write(bytes)
  const connection = { socket, answer: '', isOpen: true, opened: performance.now(), closedAfter: Number.NaN }
  socket.on('data', chunk => {
    connection.answer += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    connection.isOpen = false
    connection.closedAfter = performance.now() - connection.opened
  })
  return connection
}

const waitUntilConnected = (socket: Socket) => new Promise<void>(resolve => socket.once('connect', () => resolve()))

async function waitUntil(isReached: () => boolean) {
  while (!isReached()) await wait(10)
}

const postRequestHead = (length: number) =>
  `POST /api/messages/create.php HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test.each([
  [256, 64],
  [1_024, 384],
  [20_000, 9_872],
  [1_048_576, 10_000],
  [undefined, 10_000],
])('with a limit of %s file descriptors, maxConnectionsFor returns %i', (descriptors, maxConnections) => {
  expect(maxConnectionsFor(descriptors)).toBe(maxConnections)
})

// Windows has no limit of descriptors.
test.runIf(process.platform !== 'win32')('descriptorLimit returns more than 100 for the test process', () => {
  expect(descriptorLimit()).toBeGreaterThan(100)
})

test.each([
  ['30 kB/s, reported by the operating system in steps of 1.5 MB, stays open', 30_000, 1_500_000, false],
  ['3 kB/s stays open', 3_000, 100_000, false],
  ['1 kB/s is closed', 1_000, 1, true],
])('a connection whose client reads its response at %s', (_name, pace, step, isCut) => {
  const period: TransferPeriod = { since: 0, bytes: 0 }
  const checks = Array.from({ length: 240 }, (_, n) => (n + 1) * CONNECTION_LIMITS.checks)
  const bytesTakenBy = (now: number) => Math.floor((pace * now) / 1_000 / step) * step
  expect(checks.some(now => isTooSlow(period, { bytes: bytesTakenBy(now), now }, CONNECTION_LIMITS.answer))).toBe(isCut)
})

describe('a process with 256 file descriptors', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-descriptors-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('a scanner is answered during 1,024 idle connections', async () => {
    const server = await startProduct({ DATA_DIR: dataDir, ...QUICK_PASSWORDS_ENVIRONMENT }, { descriptors: 256 })
    const cookies = new Map<string, string>()
    const backend = createHttpBackend(contract, { base: server.url, fetch: browserFetch(cookies) })
    await backend.accounts.login(ADMINISTRATOR)
    const [created] = await backend.invitations.create({ invitations: [EVENT] })
    const scanner = openScannerConnection(server.url, cookies)
    let scans = 0
    const scanNextGuest = async () => expect(await scanner.scan(created!.id, `guest-${scans++}`)).toBe('admitted')
    await scanNextGuest()

    const idle = Array.from({ length: 1_024 }, () => openConnection(server.url))
    const end = Date.now() + 4_000
    while (Date.now() < end) {
      await scanNextGuest()
      await wait(20)
    }
    expect(scanner.connections()).toBe(1)
    // A new caller is answered, and the database can be used.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
    expect(idle.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(maxConnectionsFor(256))
    for (const { socket } of idle) socket.destroy()
    scanner.close()
    await server.stop()
  })
})

describe('the connections of a server', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let owner: Awaited<ReturnType<typeof addAccount>>
  let siteFolder: string
  beforeAll(async () => {
    db = await startDatabase('sqlite')
    owner = await addAccount(db, { username: 'hanaa' })
    siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-connections-'))
    // 16 MB: larger than the operating system's send and receive buffers together.
    await writeFile(path.join(siteFolder, 'large.wasm'), Buffer.alloc(2 ** 24))
  })
  afterEach(() => server.close())
  afterAll(async () => {
    await db.close()
    await rm(siteFolder, { recursive: true, force: true })
  })

  /** Requests a large file and stops reading after its first bytes. */
  async function openUnreadResponse() {
    const reader = openConnection(server.base, 'GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n')
    reader.socket.once('data', () => reader.socket.pause())
    await waitUntil(() => reader.answer !== '')
    return reader
  }

  const QUICK = { headers: 300, body: { grace: 400, pace: 2_000 }, checks: 50 }

  test('a connection with incomplete headers is closed with 408', async () => {
    server = await startServer(db, { connections: QUICK })
    const withoutBytes = openConnection(server.base)
    const withHalfHeaders = openConnection(server.base, 'GET /healthz HTTP/1.1\r\nhost: x')
    await waitUntil(() => !withoutBytes.isOpen && !withHalfHeaders.isOpen)
    for (const { answer } of [withoutBytes, withHalfHeaders]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"success":false')
    }
  })

  test('a connection with a too slow request body is closed with 408', async () => {
    server = await startServer(db, { connections: QUICK })
    const stopped = openConnection(server.base, `${postRequestHead(2_000)}{`)
    const slowSender = openConnection(server.base, postRequestHead(60_000))
    const sending = setInterval(() => slowSender.socket.writable && slowSender.socket.write(' '), 20)
    await waitUntil(() => !stopped.isOpen && !slowSender.isOpen)
    clearInterval(sending)
    for (const { answer, closedAfter } of [stopped, slowSender]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"success":false')
      expect(closedAfter).toBeGreaterThan(QUICK.body.grace)
    }
  })

  test('after 401 a connection whose body does not arrive is closed', async () => {
    server = await startServer(db, { connections: QUICK })
    const refused = openConnection(server.base, postRequestHead(60_000).replace('messages/create', 'invitations'))
    await waitUntil(() => !refused.isOpen)
    expect(refused.answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('a connection stays usable after a 413 response', async () => {
    server = await startServer(db)
    const sender = openConnection(server.base, `${postRequestHead(200_000)}{`)
    await waitUntil(() => sender.answer.endsWith('}') || !sender.isOpen)
    expect(sender.answer).toMatch(/^HTTP\/1\.1 413 /)
    sender.socket.write(' '.repeat(199_999))
    sender.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await waitUntil(() => !sender.isOpen)
    expect(sender.answer).toContain('HTTP/1.1 200 OK')
  })

  test('a body above the minimum transfer rate is read to its end', async () => {
    const grace = 1_000
    server = await startServer(db, { connections: { ...QUICK, body: { grace, pace: 2_000 } } })
    const body = JSON.stringify({ name: 'x'.repeat(40_000) })
    const slow = openConnection(server.base, postRequestHead(body.length))
    await waitUntilConnected(slow.socket)
    await wait(grace / 5)
    for (let from = 0; from < body.length; from += 1_500) {
      slow.socket.write(body.slice(from, from + 1_500))
      await wait(50)
    }
    await waitUntil(() => slow.answer.includes('"code"'))
    expect(slow.answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(performance.now() - slow.opened).toBeGreaterThan(grace)
    slow.socket.destroy()
  })

  test('at the limit, closes the oldest connections without a session first', async () => {
    server = await startServer(db, { connections: { maxConnections: 4 } })
    const cookies = new Map<string, string>()
    await server.callerFor(owner, cookies)
    const scanner = openScannerConnection(server.base, cookies)
    const getOwnAccount = () => scanner.get('/api/auth/me.php')
    expect(await getOwnAccount()).toMatchObject({ username: 'hanaa' })

    const visitors = [openConnection(server.base, `${postRequestHead(2_000)}{`)]
    while (visitors.length < 10) {
      const visitor = openConnection(server.base, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await waitUntil(() => visitor.answer !== '')
      visitors.push(visitor)
      await waitUntil(() => visitors.filter(({ isOpen }) => isOpen).length <= 3)
      expect(visitors.map(({ isOpen }) => isOpen)).toEqual(visitors.map((_, n) => n >= visitors.length - 3))
    }

    expect(await getOwnAccount()).toMatchObject({ username: 'hanaa' })
    expect(scanner.connections()).toBe(1)
    for (const { socket } of visitors) socket.destroy()
    scanner.close()
  })

  test('at the limit, replaces a connection whose client does not read', async () => {
    server = await startServer(db, { siteFolder, connections: { maxConnections: 3 } })
    const cookies = new Map<string, string>()
    await server.callerFor(owner, cookies)
    const scanner = openScannerConnection(server.base, cookies)
    const getOwnAccount = () => scanner.get('/api/auth/me.php')
    await getOwnAccount()
    const sockets: Socket[] = []
    server.app.server.on('connection', socket => sockets.push(socket))
    const readers = [await openUnreadResponse(), await openUnreadResponse()]
    // Waits until the operating system accepts no more bytes of the file.
    await waitUntil(() => sockets.every(({ writableNeedDrain }) => writableNeedDrain))
    const newcomer = openConnection(server.base, 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await waitUntil(() => !newcomer.isOpen)
    expect(newcomer.answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(await getOwnAccount()).toMatchObject({ username: 'hanaa' })
    expect(scanner.connections()).toBe(1)
    for (const { socket } of readers) socket.destroy()
    scanner.close()
  })

  test('a connection whose client reads too slowly is closed', async () => {
    server = await startServer(db, { siteFolder, connections: { answer: { grace: 200, pace: 1e9 }, checks: 50 } })
    const idle = openConnection(server.base, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await waitUntil(() => idle.answer !== '')
    const { socket } = await openUnreadResponse()
    const countConnections = () => new Promise<number>(resolve => server.app.server.getConnections((_error, all) => resolve(all)))
    while ((await countConnections()) > 1) await wait(10)
    expect(idle.isOpen).toBe(true)
    for (const one of [socket, idle.socket]) one.destroy()
  })

  test('more than two unanswered pipelined requests close the connection', async () => {
    const lines: string[] = []
    server = await startServer(db, { siteFolder, logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
    const countLoggedRequests = () => lines.filter(line => line.includes('incoming request')).length
    const request = 'GET /api/test-connection.php HTTP/1.1\r\nhost: x\r\n\r\n'
    const twoRequests = openConnection(server.base, request.repeat(2))
    await waitUntil(() => twoRequests.answer.split('HTTP/1.1 200').length === 3)
    twoRequests.socket.destroy()

    lines.length = 0
    const reader = await openUnreadResponse()
    reader.socket.write(request)
    await (await fetch(`${server.base}/healthz`)).text()
    expect(countLoggedRequests()).toBe(2)
    reader.socket.resume()
    await waitUntil(() => countLoggedRequests() === 3)
    reader.socket.destroy()

    lines.length = 0
    const thousandRequests = openConnection(server.base, request.repeat(1_000))
    await waitUntil(() => !thousandRequests.isOpen)
    expect(countLoggedRequests()).toBe(1)
  })

  test('at the limit, replaces the least recently used connection', async () => {
    server = await startServer(db, { connections: { maxConnections: 2 } })
    const cookies = new Map<string, string>()
    await server.callerFor(owner, cookies)
    const scanners = Array.from({ length: 3 }, () => openScannerConnection(server.base, cookies))
    for (const scanner of scanners) expect(await scanner.get('/api/auth/me.php')).toMatchObject({ username: 'hanaa' })
    await scanners[2]!.get('/api/auth/me.php')
    await scanners[1]!.get('/api/auth/me.php')
    await scanners[0]!.get('/api/auth/me.php')
    // The connection of the second scanner is older, but was used later, so it is still open.
    await scanners[1]!.get('/api/auth/me.php')
    expect(scanners.map(scanner => scanner.connections())).toEqual([2, 1, 1])
    for (const scanner of scanners) scanner.close()
  })

  test('a disconnect within a request body is not logged as an error', async () => {
    const lines: string[] = []
    server = await startServer(db, { logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
    const leaving = openConnection(server.base, `${postRequestHead(2_000)}{`)
    await waitUntil(() => lines.some(line => line.includes('incoming request')))
    leaving.socket.destroy()
    await expect.poll(async () => (await fetch(`${server.base}/metrics`)).text()).toMatch(/^hudur_connections 1$/m)
    expect(lines.filter(line => JSON.parse(line).level > 30)).toEqual([])
  })

  test('stopping the server closes idle connections at once', async () => {
    server = await startServer(db)
    const idle = openConnection(server.base)
    await waitUntilConnected(idle.socket)
    await server.close()
    await waitUntil(() => !idle.isOpen)
    // A connection that is closed by its timeout gets a 408 response first.
    expect(idle.answer).toBe('')
  })

  test('logs an error of the listening socket and still answers requests', async () => {
    const lines: string[] = []
    server = await startServer(db, { logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
    server.app.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' }))
    expect(lines.join('')).toContain('accept EMFILE')
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200)
  })
})
