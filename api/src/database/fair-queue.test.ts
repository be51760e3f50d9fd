import { Refusal } from '@hudur/core'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { bindToCaller, createFairQueue, currentCaller } from './fair-queue.ts'

/**
 * Creates a fair queue. `ask` queues a read of a caller, `next` ends a running read, and `begun` lists the callers in the order in which
 * their reads began.
 */
function createTestQueue(maxRunning: number) {
  const queue = createFairQueue(maxRunning)
  const begun: string[] = []
  const ask = (name: string) => currentCaller.run(name, () => queue.acquire().then(() => void begun.push(name)))
  const next = async () => {
    queue.release()
    await Promise.resolve()
  }
  return { ask, next, begun }
}

test('the fair queue serves waiting callers in rotation, one read each, however many reads each caller has queued', async () => {
  const { ask, next, begun } = createTestQueue(2)
  const requests = ['hanaa', 'hanaa', 'hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'salma'].map(ask)
  for (let n = 0; n < 6; n++) await next()
  await Promise.all(requests)
  expect(begun).toEqual(['hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'hanaa', 'salma', 'hanaa'])
})

test('the fair queue refuses a read of a caller with 500 waiting reads as busy, and accepts a read of another caller', async () => {
  const { ask, next, begun } = createTestQueue(1)
  const requests = Array.from({ length: 501 }, () => ask('hanaa'))
  await expect(ask('hanaa')).rejects.toEqual(new Refusal('busy'))
  requests.push(ask('salma'))
  while (begun.length < requests.length) await next()
  expect(begun.indexOf('salma')).toBe(2)
})

test('bindToCaller reads every page in the context of the caller who requested the list, also when the pages are consumed elsewhere', async () => {
  const names: (string | undefined)[] = []
  async function* pages() {
    for (let n = 0; n < 3; n++) yield names.push(currentCaller.getStore())
  }
  const read = currentCaller.run('hanaa', () => bindToCaller(pages()))
  for await (const _page of read) await currentCaller.run('salma', async () => {})
  expect(names).toEqual(['hanaa', 'hanaa', 'hanaa'])
})

describe.each(ENGINES)('slow reads on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  test('a slow read of one caller ends before the 100 earlier slow reads of another caller have ended', async () => {
    const read = (name: string) =>
      currentCaller.run(name, () => sql`select 1 as one`.execute(db().slowReads).then(() => void finishedCallers.push(name)))
    const finishedCallers: string[] = []
    await Promise.all([...Array.from({ length: 100 }, () => read('hanaa')), read('salma')])
    // In the order of the calls, the read of `salma` would end last.
    expect(finishedCallers.at(-1)).toBe('hanaa')
  })

  test('a slow read of 2,200 rows returns all rows in order', async () => {
    const numbers = sql<{
      n: number
    }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2200) select n from numbers`
    const { rows } = await numbers.execute(db().slowReads)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 2_200 }, (_, n) => n + 1))
  })

  test('a slow read succeeds after five slow reads have failed', async () => {
    for (let n = 0; n < 5; n++) await expect(sql`select none`.execute(db().slowReads)).rejects.toThrow()
    expect((await sql<{ one: number }>`select 1 as one`.execute(db().slowReads)).rows).toEqual([{ one: 1 }])
  })

  test('a search for invitations is queued with the id of the signed-in account as its caller', async () => {
    const host = await signIn()
    const run = vi.spyOn(currentCaller, 'run')
    await host.invitations.list({ search: 'سارة' })
    expect(run.mock.calls.map(([name]) => name)).toEqual([host.user.id])
    run.mockRestore()
  })
})
