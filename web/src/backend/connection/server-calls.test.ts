import { Unreachable } from '@hudur/core'
import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createServerCalls } from './server-calls.ts'

/** Returns the `callServer` function of a disconnected connection. */
async function disconnectedCalls() {
  const connection = createConnection(() => Promise.reject(new Unreachable('no answer')))
  await connection.retest()
  expect(connection.get()).toBe('disconnected')
  return createServerCalls(connection)
}

const countedCall = () => {
  let askCount = 0
  return { ask: async () => ++askCount, asked: () => askCount }
}

test('throws Unreachable without a request while disconnected', async () => {
  const callServer = await disconnectedCalls()
  const { ask, asked } = countedCall()
  await expect(callServer(ask)).rejects.toBeInstanceOf(Unreachable)
  expect(asked()).toBe(0)
})

test('calls the server while disconnected when evenDisconnected is set', async () => {
  const callServer = await disconnectedCalls()
  const { ask } = countedCall()
  expect(await callServer(ask, { evenDisconnected: true })).toBe(1)
})

test('rejects a running call with Unreachable when the connection is lost', async () => {
  const connection = createConnection(() => Promise.reject(new Unreachable('no answer')))
  const callServer = createServerCalls(connection)
  const waiting = callServer(() => new Promise<never>(() => {}))
  const rejection = expect(waiting).rejects.toBeInstanceOf(Unreachable)
  await connection.retest()
  await rejection
})
