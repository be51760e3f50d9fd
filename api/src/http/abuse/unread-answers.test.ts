import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { Actor } from '@hudur/core/actor'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { boundUnreadAnswers, limitUnreadAnswers, unreadPathOf } from './unread-answers.ts'

const MEGABYTE = 1024 ** 2
const CONNECTION_BYTES = 64 * 1024

/** Creates limits of 10 MB for all answers and 6 MB for those of one address. `closed` lists the answers that were closed. */
function createTestLimits() {
  const unread = limitUnreadAnswers({ max: 10 * MEGABYTE, maxOfAddress: 6 * MEGABYTE })
  const closed: string[] = []
  const begin = (name: string, ip = '203.0.113.1', actor: Actor | null = null) =>
    unread.begin(unreadPathOf({ actor, ip }), () => closed.push(name))
  return { unread, closed, begin }
}

test('two unread answers with the same bytes count them once', () => {
  const { unread, begin, closed } = createTestLimits()
  const picture = new ArrayBuffer(5 * MEGABYTE)
  const answers = Array.from({ length: 10 }, (_, n) => begin(`reader ${n}`))
  for (const answer of answers) answer.hold(picture)
  expect([unread.bytes(), closed]).toEqual([5 * MEGABYTE + 10 * CONNECTION_BYTES, []])
  for (const answer of answers) answer.end()
  expect(unread.bytes()).toBe(0)
})

test('an address beyond its limit loses the answer that stood still longest', () => {
  const { unread, begin, closed } = createTestLimits()
  const [first, second, third] = [begin('first'), begin('second'), begin('third')]
  for (const answer of [first, second]) answer.hold(new ArrayBuffer(2 * MEGABYTE))
  first.touch()
  third.hold(new ArrayBuffer(2 * MEGABYTE))
  expect(closed).toEqual(['second'])
  // A closed answer counts nothing, whatever it still produces.
  second.hold(new ArrayBuffer(MEGABYTE))
  expect(unread.bytes()).toBe(4 * MEGABYTE + 2 * CONNECTION_BYTES)
})

test('beyond the total limit, the address with the most bytes loses an answer', () => {
  const { begin, closed } = createTestLimits()
  begin('small', '203.0.113.2').hold(new ArrayBuffer(MEGABYTE))
  for (const name of ['large 1', 'large 2']) begin(name).hold(new ArrayBuffer(2.5 * MEGABYTE))
  begin('middle', '203.0.113.3').hold(new ArrayBuffer(2 * MEGABYTE))
  expect(closed).toEqual([])
  begin('last', '203.0.113.4').hold(new ArrayBuffer(2 * MEGABYTE))
  expect(closed).toEqual(['large 1'])
})

test('small answers of many networks of one IPv6 line do not close a larger one', () => {
  const { begin, closed } = createTestLimits()
  begin('phone', '203.0.113.7').hold(new ArrayBuffer(MEGABYTE))
  for (let n = 0; n < 200; n++) begin(`reader ${n}`, `2001:db8:0:${n.toString(16)}::1`).hold(new ArrayBuffer(16 * 1024))
  expect(closed).not.toContain('phone')
  expect(closed).toHaveLength(200 - Math.floor((9 * MEGABYTE - CONNECTION_BYTES) / (16 * 1024 + CONNECTION_BYTES)))
})

test('people without a session do not close the answers of sessions', () => {
  const { begin, closed } = createTestLimits()
  const account = { id: 'owner', isAdmin: false }
  for (const ip of ['203.0.113.1', '203.0.113.2']) begin('phone', ip, account).hold(new ArrayBuffer(2 * MEGABYTE))
  for (let n = 0; n < 200; n++) begin(`reader ${n}`, n % 2 ? '203.0.113.1' : `198.51.100.${n}`).hold(new ArrayBuffer(16 * 1024))
  expect(closed).not.toContain('phone')
  begin('other account', '203.0.113.1', { id: 'other', isAdmin: false }).hold(new ArrayBuffer(2.5 * MEGABYTE))
  expect(closed.filter(name => !name.startsWith('reader'))).toEqual(['phone'])
})

test('the number of unread answers of an address is limited', () => {
  const { begin, closed } = createTestLimits()
  for (let n = 0; n < 200; n++) begin(`reader ${n}`)
  expect(closed).toHaveLength(200 - 96)
})

/** Starts a server with answers of 16 MB in one piece, and with one of rows, which is JSON. `closed` lists the closed answers. */
async function startLargeAnswers() {
  const app = Fastify()
  const bytes = boundUnreadAnswers(app, { maxOfAddress: 20 * MEGABYTE })
  const yielded = { rows: 0 }
  const closed: string[] = []
  app.get('/bytes/:name', (request, reply) => {
    reply.raw.once('close', () => closed.push((request.params as { name: string }).name))
    return Buffer.alloc(16 * MEGABYTE)
  })
  app.get('/long', (_request, reply) => {
    const parts = function* () {
      for (let n = 0; n < 40; n++) yield Buffer.alloc(MEGABYTE, 'x')
    }
    return reply.type('application/json; charset=utf-8').send(Readable.from(parts()))
  })
  app.get('/rows', (_request, reply) => {
    const rows = function* () {
      for (; yielded.rows < 600; yielded.rows++) yield 'x'.repeat(10 * 1024)
    }
    return reply.type('application/json; charset=utf-8').send(Readable.from(rows()))
  })
  const base = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  /** Requests a path and reads nothing. */
  const openUnread = (path: string) => {
    const socket = connect(Number(base.port), base.hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    return socket.on('error', () => {})
  }
  return { app, base, bytes, yielded, closed, openUnread }
}

test('the second unread answer of 16 MB closes the first', async () => {
  const { app, bytes, closed, openUnread } = await startLargeAnswers()
  const first = openUnread('/bytes/first')
  await expect.poll(bytes).toBe(16 * MEGABYTE + CONNECTION_BYTES)
  const second = openUnread('/bytes/second')
  await expect.poll(() => closed).toEqual(['first'])
  expect(bytes()).toBe(16 * MEGABYTE + CONNECTION_BYTES)
  for (const socket of [first, second]) socket.destroy()
  await expect.poll(bytes).toBe(0)
  await app.close()
})

test('the server generates a streamed list to its end while the client does not read', async () => {
  const { app, yielded, openUnread } = await startLargeAnswers()
  const socket = openUnread('/rows')
  await expect.poll(() => yielded.rows).toBe(600)
  socket.destroy()
  await app.close()
})

test('a client that reads gets an answer longer than the limit of its address', async () => {
  const { app, base, bytes } = await startLargeAnswers()
  const answer = await fetch(new URL('/long', base))
  expect((await answer.arrayBuffer()).byteLength).toBe(40 * MEGABYTE)
  await expect.poll(bytes).toBe(0)
  await app.close()
})

test('parts that the client has read no longer count', () => {
  const { unread, begin } = createTestLimits()
  const answer = begin('reader')
  for (let n = 0; n < 4; n++) answer.hold(new ArrayBuffer(MEGABYTE))
  answer.releaseRead(1.5 * MEGABYTE)
  expect(unread.bytes()).toBe(2 * MEGABYTE + CONNECTION_BYTES)
  answer.releaseRead(0)
  expect(unread.bytes()).toBe(CONNECTION_BYTES)
  answer.end()
  expect(unread.bytes()).toBe(0)
})
