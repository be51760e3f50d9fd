import { UnreachableError } from '@hudur/core/http-backend'
import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createServerCalls } from './server-calls.ts'

/** Returns the `callServer` function of a disconnected connection. */
async function createDisconnectedCallServer() {
  const connection = createConnection(() => Promise.reject(new UnreachableError('no answer')))
  await connection.retest()
  expect(connection.get()).toBe('disconnected')
  return createServerCalls(connection)
}

const createCallCounter = () => {
  let askCount = 0
  return { ask: async () => ++askCount, asked: () => askCount }
}

test('callServer sends no request while disconnected', async () => {
  const callServer = await createDisconnectedCallServer()
  const { ask, asked } = createCallCounter()
  await expect(callServer(ask)).rejects.toBeInstanceOf(UnreachableError)
  expect(asked()).toBe(0)
})

test('callServer sends a request while disconnected if evenDisconnected', async () => {
  const callServer = await createDisconnectedCallServer()
  const { ask } = createCallCounter()
  expect(await callServer(ask, { evenDisconnected: true })).toBe(1)
})

test('callServer rejects a running call when the connection is lost', async () => {
  const connection = createConnection(() => Promise.reject(new UnreachableError('no answer')))
  const callServer = createServerCalls(connection)
  const waiting = callServer(() => new Promise<never>(() => {}))
  const rejection = expect(waiting).rejects.toBeInstanceOf(UnreachableError)
  await connection.retest()
  await rejection
})
