import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readListing } from './listing.ts'

/** Begins to read `count` lists of 20 pages each. `begun` has the numbers of the lists whose first page was read. */
async function openLists(count: number) {
  const begun: number[] = []
  const lists = Array.from({ length: count }, async (_, list) => {
    async function* pages() {
      begun.push(list)
      for (let page = 0; page < 20; page++) yield [page]
    }
    const { rows } = await readListing({ count: async () => 20, page: async () => [], pages }, {}, {})
    return (rows as AsyncIterable<number[]>)[Symbol.asyncIterator]()
  })
  return { begun, lists: await Promise.all(lists) }
}

test('a fifth list waits until one of four lists was read or closed', async () => {
  const { begun, lists } = await openLists(6)
  const firstPages = lists.map(list => list.next())
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3])
  await lists[2]!.return!()
  await firstPages[4]
  expect(begun).toEqual([0, 1, 2, 3, 4])
  while (!(await lists[0]!.next()).done);
  await firstPages[5]
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  for (const list of lists) await list.return!()
})

test('a whole list delays others by its first sixteen pages only', async () => {
  const { begun, lists } = await openLists(5)
  for (const list of lists.slice(0, 4)) await list.next()
  const fifth = lists[4]!.next()
  for (let page = 1; page < 16; page++) await lists[0]!.next()
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3])
  await lists[0]!.next()
  expect([(await fifth).value, begun.at(-1)]).toEqual([[0], 4])
  for (const list of lists) await list.return!()
  await expect(lists[4]!.next()).resolves.toMatchObject({ done: true })
})

test('a page that ends a list needs no count query', async () => {
  let counts = 0
  const list = {
    count: async () => {
      counts++
      return 5
    },
    page: async (_: object, limit: number, offset: number) => [1, 2, 3, 4, 5].slice(offset, offset + limit),
    async *pages() {},
  }
  const read = async (limit: number, offset: number) => {
    counts = 0
    const { total, rows } = await readListing(list, {}, { limit, offset })
    return [total, (rows as number[]).length, counts]
  }
  expect(await read(10, 0)).toEqual([5, 5, 0])
  expect(await read(3, 3)).toEqual([5, 2, 0])
  expect(await read(5, 0)).toEqual([5, 5, 1])
  expect(await read(3, 6)).toEqual([5, 0, 1])
})
