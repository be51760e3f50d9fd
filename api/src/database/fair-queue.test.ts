import { Refusal } from '@hudur/core'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { caller, createFairQueue, forCaller } from './fair-queue.ts'

/** Returns functions that queue a read and end a running one; `begun` lists the callers in the order in which their reads began. */
function reads(places: number) {
  const queue = createFairQueue(places)
  const begun: string[] = []
  const ask = (name: string) => caller.run(name, () => queue.acquire().then(() => void begun.push(name)))
  const next = async () => {
    queue.release()
    await Promise.resolve()
  }
  return { ask, next, begun }
}

test('waiting callers are served in rotation, however many reads each of them has queued', async () => {
  const { ask, next, begun } = reads(2)
  const requests = ['hanaa', 'hanaa', 'hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'salma'].map(ask)
  for (let n = 0; n < 6; n++) await next()
  await Promise.all(requests)
  expect(begun).toEqual(['hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'hanaa', 'salma', 'hanaa'])
})

test('a read of a caller with 500 waiting reads is refused, and reads of other callers are not', async () => {
  const { ask, next, begun } = reads(1)
  const requests = Array.from({ length: 501 }, () => ask('hanaa'))
  await expect(ask('hanaa')).rejects.toEqual(new Refusal('busy'))
  requests.push(ask('salma'))
  while (begun.length < requests.length) await next()
  expect(begun.indexOf('salma')).toBe(2)
})

test('pages count as reads of the caller who requested the list, also when another caller requests the next page', async () => {
  const names: (string | undefined)[] = []
  async function* pages() {
    for (let n = 0; n < 3; n++) yield names.push(caller.getStore())
  }
  const read = caller.run('hanaa', () => forCaller(pages()))
  for await (const _page of read) await caller.run('salma', async () => {})
  expect(names).toEqual(['hanaa', 'hanaa', 'hanaa'])
})

describe.each(ENGINES)('slow reads on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  test('a slow read of one caller does not wait for 100 reads of another caller', async () => {
    const read = (name: string) =>
      caller.run(name, () => sql`select 1 as one`.execute(db().slowReads).then(() => void finishedCallers.push(name)))
    const finishedCallers: string[] = []
    await Promise.all([...Array.from({ length: 100 }, () => read('hanaa')), read('salma')])
    // In the order of the calls, the read of `salma` would end last.
    expect(finishedCallers.at(-1)).toBe('hanaa')
  })

  test('a result of many rows arrives complete and in order', async () => {
    const numbers = sql<{
      n: number
    }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2200) select n from numbers`
    const { rows } = await numbers.execute(db().slowReads)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 2_200 }, (_, n) => n + 1))
  })

  test('a slow read still runs after five failed ones', async () => {
    for (let n = 0; n < 5; n++) await expect(sql`select none`.execute(db().slowReads)).rejects.toThrow()
    expect((await sql<{ one: number }>`select 1 as one`.execute(db().slowReads)).rows).toEqual([{ one: 1 }])
  })

  test('slow reads of a request count as reads of its account', async () => {
    const host = await signIn()
    const run = vi.spyOn(caller, 'run')
    await host.invitations.list({ search: 'سارة' })
    expect(run.mock.calls.map(([name]) => name)).toEqual([host.user.id])
    run.mockRestore()
  })
})
