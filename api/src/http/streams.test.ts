import net from 'node:net'
import type { LiveValue } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Change } from '../database/changes.ts'
import { createStreams } from './streams.ts'

const MEGABYTE = JSON.stringify('x'.repeat(1_000_000))
const link = {
  id: 'link',
  role: 'live' as const,
  name: '',
  eventId: 'event',
  showsNames: false,
  maySearch: false,
  endsAt: '2100-01-01T00:00:00.000Z',
}

const cleanupTasks: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of cleanupTasks.splice(0)) await end()
})

/** Starts a server whose only route is an event stream. `push` sends a value to all clients of the stream. */
async function startStreams(check?: () => Promise<LiveValue<unknown>>) {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  const followers = new Set<(json: string | undefined) => void>()
  const followed: LiveValue<unknown> = {
    key: 'figures',
    read: async () => ({}),
    follow(send) {
      followers.add(send)
      return () => void followers.delete(send)
    },
  }
  const app = Fastify({ forceCloseConnections: true })
  app.decorateRequest('actor', null)
  const open = createStreams(
    app,
    {
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      areComplete: () => true,
    },
    { sessionOf: () => 'session', linksOf: async () => new Map([['session', link]]), now: () => new Date() },
    { checkInterval: 100 },
  )
  app.get('/', (request: FastifyRequest, reply: FastifyReply) => {
    request.actor = { id: 'host', isAdmin: false, link }
    open.send(request, reply, followed, check ?? (async () => followed))
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  cleanupTasks.push(() => app.close())
  return {
    base,
    followers,
    count: open.count,
    push: (json: string) => {
      for (const send of followers) send(json)
    },
    changeLink: () => {
      for (const listener of listeners) listener([{ userId: 'host', linkId: link.id }])
    },
  }
}

/** Opens a stream and reads no bytes of it. */
function openUnreadStream(base: string) {
  const { hostname, port } = new URL(base)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n')
  cleanupTasks.push(async () => socket.destroy())
}

test('a client that does not read is disconnected when its stream has ended', async () => {
  const { base, followers, count, push, changeLink } = await startStreams()
  openUnreadStream(base)
  await expect.poll(() => followers.size).toBe(1)
  for (let n = 0; n < 20; n++) push(MEGABYTE)
  changeLink()
  expect(followers.size).toBe(0)
  push(MEGABYTE)
  await expect.poll(count).toBe(0)
})

test('an event stream ends when the repeated access check fails', async () => {
  for (const check of [
    async () => ({ key: 'other', read: async () => ({}), follow: () => () => {} }),
    async () => {
      throw new Refusal('not-found')
    },
  ]) {
    const { base, followers, count } = await startStreams(check)
    openUnreadStream(base)
    await expect.poll(() => followers.size).toBe(1)
    await expect.poll(count).toBe(0)
  }
})
