import { Refusal } from '@hudur/core/refusals'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { bindToCaller, createFairQueue, currentCallerStorage } from './fair-queue.ts'

/**
 * Creates a fair queue. `requestSlot` queues a read of a caller, `releaseSlot` ends a running read, and `begun` lists the callers in the
 * order in which their reads began.
 */
function createTestQueue(maxRunning: number) {
  const queue = createFairQueue(maxRunning)
  const begun: string[] = []
  const requestSlot = (name: string) => currentCallerStorage.run(name, () => queue.acquire().then(() => void begun.push(name)))
  const releaseSlot = async () => {
    queue.release()
    await Promise.resolve()
  }
  return { requestSlot, releaseSlot, begun }
}

test('the fair queue serves waiting callers in turn, one read each', async () => {
  const { requestSlot, releaseSlot, begun } = createTestQueue(2)
  const requests = ['hanaa', 'hanaa', 'hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'salma'].map(requestSlot)
  for (let n = 0; n < 6; n++) await releaseSlot()
  await Promise.all(requests)
  expect(begun).toEqual(['hanaa', 'hanaa', 'hanaa', 'salma', 'nura', 'hanaa', 'salma', 'hanaa'])
})

test('the fair queue refuses a caller with 500 waiting reads as busy', async () => {
  const { requestSlot, releaseSlot, begun } = createTestQueue(1)
  const requests = Array.from({ length: 501 }, () => requestSlot('hanaa'))
  await expect(requestSlot('hanaa')).rejects.toEqual(new Refusal('busy'))
  requests.push(requestSlot('salma'))
  while (begun.length < requests.length) await releaseSlot()
  expect(begun.indexOf('salma')).toBe(2)
})

test('bindToCaller reads every page in the context of the list’s caller', async () => {
  const names: (string | undefined)[] = []
  async function* generatePages() {
    for (let n = 0; n < 3; n++) yield names.push(currentCallerStorage.getStore())
  }
  const read = currentCallerStorage.run('hanaa', () => bindToCaller(generatePages()))
  await currentCallerStorage.run('salma', async () => {
    for await (const _page of read) expect(currentCallerStorage.getStore()).toBe('salma')
  })
  expect(names).toEqual(['hanaa', 'hanaa', 'hanaa'])
})

describe.each(ENGINES)('slow reads on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  test('100 slow reads of one caller do not delay the read of another', async () => {
    const runSlowRead = (name: string) =>
      currentCallerStorage.run(name, () => sql`select 1 as one`.execute(db().slowReads).then(() => void finishedCallers.push(name)))
    const finishedCallers: string[] = []
    await Promise.all([...Array.from({ length: 100 }, () => runSlowRead('hanaa')), runSlowRead('salma')])
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

  test('a search for invitations is queued under the account’s id', async () => {
    const host = await signIn()
    const run = vi.spyOn(currentCallerStorage, 'run')
    await host.invitations.list({ search: 'سارة' })
    expect(run.mock.calls.map(([name]) => name)).toEqual([host.user.id])
    run.mockRestore()
  })
})
