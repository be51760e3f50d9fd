import { UnreachableError } from '@hudur/core/http-backend'
import type { ConnectionReport } from '@hudur/core/installation/contract'
import { Refusal } from '@hudur/core/refusals'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

const workingReport: ConnectionReport = {
  success: true,
  status: { database_exists: true, can_read: true, can_write: true },
  now: '2026-01-01T00:00:00.000Z',
}
const brokenReport: ConnectionReport = { ...workingReport, success: false, status: { ...workingReport.status, can_write: false } }

/**
 * Creates a connection whose probes return or throw `server.says`. Returns it with a fake window and document, whose events start probes.
 */
function createWatchedConnection(says: ConnectionReport | Error = workingReport) {
  const server = { says, asked: 0 }
  const connection = createConnection(async () => {
    server.asked += 1
    if (server.says instanceof Error) throw server.says
    return server.says
  })
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  connection.watch({ window, document } as unknown as Window)
  return { server, connection, window, document }
}

const advanceTime = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)

describe('the connection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('the connection is «testing» until the first valid response', async () => {
    const { connection } = createWatchedConnection()
    expect(connection.get()).toBe('testing')
    await advanceTime()
    expect(connection.get()).toBe('connected')
  })

  test('two unanswered calls in a row make the connection «disconnected»', async () => {
    const { server, connection } = createWatchedConnection()
    await advanceTime()
    connection.unanswered()
    await advanceTime()
    expect(connection.get()).toBe('connected')

    server.says = new UnreachableError('no answer')
    connection.unanswered()
    expect(connection.get()).toBe('connected')
    await advanceTime()
    expect(connection.get()).toBe('disconnected')
  })

  test('the connection stays «connected» while parts of a response arrive', async () => {
    const { server, connection } = createWatchedConnection()
    await advanceTime()
    server.says = new UnreachableError('no answer')
    connection.unanswered()
    for (let second = 0; second < 20; second++) {
      connection.partReceived()
      await advanceTime(1_000)
      expect(connection.get()).toBe('connected')
    }
    expect(server.asked).toBeGreaterThan(10)
    await advanceTime(7_000)
    expect(connection.get()).toBe('disconnected')
  })

  test('a broken database disconnects although parts of responses arrive', async () => {
    const { server, connection } = createWatchedConnection(brokenReport)
    for (let second = 0; second < 3; second++) {
      connection.partReceived()
      await advanceTime(1_000)
    }
    expect(server.asked).toBeGreaterThan(1)
    expect(connection.get()).toBe('disconnected')
  })

  test('two good probes in a row make the connection «connected» again', async () => {
    const { server, connection } = createWatchedConnection(new UnreachableError('no answer'))
    await advanceTime(1_000)
    expect(connection.get()).toBe('disconnected')

    server.says = workingReport
    await advanceTime(1_000)
    expect(connection.get()).toBe('disconnected')
    await advanceTime(1_000)
    expect(connection.get()).toBe('connected')
  })

  test('the pauses between probes double from 1 s up to 10 s', async () => {
    const { server } = createWatchedConnection(new UnreachableError('no answer'))
    await advanceTime(1_000)
    const waits = []
    for (let round = 0; round < 6; round++) {
      const before = server.asked
      let waited = 0
      while (server.asked === before) {
        await advanceTime(500)
        waited += 500
      }
      waits.push(waited)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  test('a server that cannot write to its database counts as disconnected', async () => {
    const { connection } = createWatchedConnection(brokenReport)
    await advanceTime(1_000)
    expect(connection.get()).toBe('disconnected')
  })

  test('refused probes leave the connection «connected»', async () => {
    const { server, connection, window } = createWatchedConnection()
    await advanceTime()
    server.says = new Refusal('busy')
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('online'))
    await advanceTime(5_000)
    expect(connection.get()).toBe('connected')
  })

  test('retest returns the result of one probe', async () => {
    const { server, connection } = createWatchedConnection()
    await advanceTime()
    server.says = new UnreachableError('no answer')
    expect(await connection.retest()).toBe(false)
    expect(connection.get()).toBe('disconnected')

    server.says = workingReport
    expect(await connection.retest()).toBe(true)
    expect(connection.get()).toBe('connected')
  })

  test('subscribers are notified only when the connection state changes', async () => {
    const { connection, window } = createWatchedConnection()
    const states: string[] = []
    const stop = connection.subscribe(() => states.push(connection.get()))
    await advanceTime()
    window.dispatchEvent(new Event('focus'))
    await advanceTime()
    expect(states).toEqual(['connected'])

    stop()
    await connection.retest()
    expect(states).toEqual(['connected'])
  })
})
