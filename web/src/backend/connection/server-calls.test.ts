import { Unreachable } from '@hudur/core'
import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createServerCalls } from './server-calls.ts'

/** Returns the `callServer` function of a disconnected connection. */
async function callServerWhileDisconnected() {
  const connection = createConnection(() => Promise.reject(new Unreachable('no answer')))
  await connection.retest()
  expect(connection.get()).toBe('disconnected')
  return createServerCalls(connection)
}

const countedCall = () => {
  let askCount = 0
  return { ask: async () => ++askCount, asked: () => askCount }
}

test('callServer throws Unreachable without sending a request while disconnected', async () => {
  const callServer = await callServerWhileDisconnected()
  const { ask, asked } = countedCall()
  await expect(callServer(ask)).rejects.toBeInstanceOf(Unreachable)
  expect(asked()).toBe(0)
})

test('callServer sends the request while disconnected when evenDisconnected is set', async () => {
  const callServer = await callServerWhileDisconnected()
  const { ask } = countedCall()
  expect(await callServer(ask, { evenDisconnected: true })).toBe(1)
})

test('callServer rejects a running call with Unreachable when the connection is lost', async () => {
  const connection = createConnection(() => Promise.reject(new Unreachable('no answer')))
  const callServer = createServerCalls(connection)
  const waiting = callServer(() => new Promise<never>(() => {}))
  const rejection = expect(waiting).rejects.toBeInstanceOf(Unreachable)
  await connection.retest()
  await rejection
})
