import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, httpBackend } from '@hudur/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { openDoor } from '../../testing/open-door.ts'
import { ADMINISTRATOR, QUICK_PASSWORDS, startProduct } from '../../testing/process.ts'
import { addAccount, browserFetch, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { descriptorLimit, mostConnections } from './connections.ts'

const EVENT = { eventName: 'زفاف', eventDate: '2027-01-14', generationType: 'count', maxScans: 1_000 } as const

/** A connection of its own: what it was answered, and whether it is still open. */
function open(base: string, bytes = '') {
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () => bytes && socket.write(bytes))
  const seen = { socket, answer: '', isOpen: true, opened: performance.now(), closedAfter: Number.NaN }
  socket.on('data', chunk => {
    seen.answer += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    seen.isOpen = false
    seen.closedAfter = performance.now() - seen.opened
  })
  return seen
}

const connected = (socket: Socket) => new Promise<void>(resolve => socket.once('connect', () => resolve()))

async function until(isSo: () => boolean) {
  while (!isSo()) await wait(10)
}

const bodyOf = (length: number) =>
  `POST /api/messages/create.php HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test.each([
  [256, 128],
  [1_024, 768],
  [20_000, 10_000],
  [1_048_576, 10_000],
  [undefined, 10_000],
])('a limit of %s descriptors allows %i connections', (descriptors, most) => {
  expect(mostConnections(descriptors)).toBe(most)
})

test.runIf(process.platform !== 'win32')('the limit of this process is known', () => {
  expect(descriptorLimit()).toBeGreaterThan(100)
})

describe('a process of few descriptors', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-descriptors-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('lives through four times as many idle connections; the open door and a new caller are answered', async () => {
    const server = await startProduct({ DATA_DIR: dataDir, ...QUICK_PASSWORDS }, { descriptors: 256 })
    const cookies = new Map<string, string>()
    const backend = httpBackend(contract, { base: server.url, fetch: browserFetch(cookies) })
    await backend.accounts.login(ADMINISTRATOR)
    const [made] = await backend.invitations.create({ invitations: [EVENT] })
    const door = openDoor(server.url, cookies)
    let scans = 0
    const scan = async () => expect(await door.scan(made!.id, `guest-${scans++}`)).toBe('admitted')
    await scan()

    const idle = Array.from({ length: 1_024 }, () => open(server.url))
    const end = Date.now() + 4_000
    while (Date.now() < end) {
      await scan()
      await wait(20)
    }
    expect(door.connections()).toBe(1)
    // A database, a file of the site and a caller who was not there before.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
    expect(idle.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(mostConnections(256))
    for (const { socket } of idle) socket.destroy()
    door.close()
    await server.stop()
  })
})

describe('one server', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let owner: Awaited<ReturnType<typeof addAccount>>
  beforeAll(async () => {
    db = await startDatabase('sqlite')
    owner = await addAccount(db, { username: 'hanaa' })
  })
  afterEach(() => server.close())
  afterAll(() => db.close())

  const QUICK = { headers: 300, grace: 400, pace: 2_000, checks: 50 }

  test('a connection that sends nothing is answered 408 and closed, and so is half a head', async () => {
    server = await startServer(db, { connections: QUICK })
    const silent = open(server.base)
    const half = open(server.base, 'GET /healthz HTTP/1.1\r\nhost: x')
    await until(() => !silent.isOpen && !half.isOpen)
    for (const { answer } of [silent, half]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"success":false')
    }
  })

  test('a body that stops or trickles is answered 408 and closed', async () => {
    server = await startServer(db, { connections: QUICK })
    const stopped = open(server.base, `${bodyOf(2_000)}{`)
    const trickling = open(server.base, bodyOf(60_000))
    const drops = setInterval(() => trickling.socket.writable && trickling.socket.write(' '), 20)
    await until(() => !stopped.isOpen && !trickling.isOpen)
    clearInterval(drops)
    for (const { answer, closedAfter } of [stopped, trickling]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"success":false')
      expect(closedAfter).toBeGreaterThan(QUICK.grace)
    }
  })

  test('a body that nobody reads, because its sender was refused, is cut too', async () => {
    server = await startServer(db, { connections: QUICK })
    const refused = open(server.base, bodyOf(60_000).replace('messages/create', 'invitations'))
    await until(() => !refused.isOpen)
    expect(refused.answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('a sender that is refused for the size of its body can send the rest and then ask again over the same connection', async () => {
    server = await startServer(db)
    const sender = open(server.base, `${bodyOf(200_000)}{`)
    await until(() => sender.answer.endsWith('}') || !sender.isOpen)
    expect(sender.answer).toMatch(/^HTTP\/1\.1 413 /)
    sender.socket.write(' '.repeat(199_999))
    sender.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await until(() => !sender.isOpen)
    expect(sender.answer).toContain('HTTP/1.1 200 OK')
  })

  test('a body on a bad network arrives, also with a pause shorter than the grace', async () => {
    server = await startServer(db, { connections: QUICK })
    const body = JSON.stringify({ name: 'x'.repeat(40_000) })
    const slow = open(server.base, bodyOf(body.length))
    await connected(slow.socket)
    await wait(QUICK.grace / 2)
    for (let from = 0; from < body.length; from += 1_500) {
      slow.socket.write(body.slice(from, from + 1_500))
      await wait(50)
    }
    await until(() => slow.answer.includes('"code"'))
    expect(slow.answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(performance.now() - slow.opened).toBeGreaterThan(2 * QUICK.grace)
    slow.socket.destroy()
  })

  test('beyond the cap strangers’ longest unused connections and oldest unfinished bodies go first; a signed-in one stays', async () => {
    server = await startServer(db, { connections: { most: 4 } })
    const cookies = new Map<string, string>()
    await server.callerFor(owner, cookies)
    const door = openDoor(server.base, cookies)
    const ask = () => door.get('/api/auth/me.php')
    expect(await ask()).toMatchObject({ username: 'hanaa' })

    const visitors = [open(server.base, `${bodyOf(2_000)}{`)]
    while (visitors.length < 10) {
      const visitor = open(server.base, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await until(() => visitor.answer !== '')
      visitors.push(visitor)
      await until(() => visitors.filter(({ isOpen }) => isOpen).length <= 3)
      expect(visitors.map(({ isOpen }) => isOpen)).toEqual(visitors.map((_, n) => n >= visitors.length - 3))
    }

    expect(await ask()).toMatchObject({ username: 'hanaa' })
    expect(door.connections()).toBe(1)
    for (const { socket } of visitors) socket.destroy()
    door.close()
  })

  test('where no stranger is left, a newcomer takes the place of the longest unused signed-in connection', async () => {
    server = await startServer(db, { connections: { most: 2 } })
    const cookies = new Map<string, string>()
    await server.callerFor(owner, cookies)
    const doors = Array.from({ length: 3 }, () => openDoor(server.base, cookies))
    for (const door of doors) expect(await door.get('/api/auth/me.php')).toMatchObject({ username: 'hanaa' })
    await doors[2]!.get('/api/auth/me.php')
    await doors[1]!.get('/api/auth/me.php')
    await doors[0]!.get('/api/auth/me.php')
    expect(doors.map(door => door.connections())).toEqual([2, 1, 1])
    for (const door of doors) door.close()
  })

  test('a sender that goes away in the middle of a body is no error of the server', async () => {
    const lines: string[] = []
    server = await startServer(db, { logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
    const leaving = open(server.base, `${bodyOf(2_000)}{`)
    await until(() => lines.some(line => line.includes('incoming request')))
    leaving.socket.destroy()
    await expect.poll(async () => (await fetch(`${server.base}/metrics`)).text()).toMatch(/^hudur_connections 1$/m)
    expect(lines.filter(line => JSON.parse(line).level > 30)).toEqual([])
  })

  test('a server that ends does not wait for connections that ask nothing', async () => {
    server = await startServer(db)
    const idle = open(server.base)
    await connected(idle.socket)
    const before = performance.now()
    await server.close()
    expect(performance.now() - before).toBeLessThan(5_000)
    await until(() => !idle.isOpen)
  })

  test('an error of the listening socket is logged and ends nothing', async () => {
    const lines: string[] = []
    server = await startServer(db, { logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
    server.app.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' }))
    expect(lines.join('')).toContain('accept EMFILE')
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200)
  })
})
