import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

/** Returns a batched function that returns its argument, and the batches that were processed. By default its clock stands still. */
function createRecordedCalls(now = () => 0) {
  const batches: number[][] = []
  const call = batchCalls(
    async (members: number[]) => {
      batches.push(members)
      return members
    },
    { now },
  )
  return { batches, call }
}

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** Calls `call` with each number in a turn of the event loop of its own. Resolves to the results. */
async function callInSuccessiveTurns(call: (n: number) => Promise<number>, numbers: readonly number[]) {
  const results: Promise<number>[] = []
  for (const n of numbers) {
    // This turn is requested before the call, so the next call is made before `batchCalls` looks for further calls.
    const turn = nextTurn()
    results.push(call(n))
    await turn
  }
  return Promise.all(results)
}

test('calls of successive turns of the event loop form one batch', async () => {
  const { batches, call } = createRecordedCalls()
  expect(await callInSuccessiveTurns(call, [1, 2, 3, 4])).toEqual([1, 2, 3, 4])
  expect(await call(5)).toBe(5)
  expect(batches).toEqual([[1, 2, 3, 4], [5]])
})

test('a batch waits for further calls for ten milliseconds at most', async () => {
  let time = 0
  const { batches, call } = createRecordedCalls(() => time++)
  const numbers = Array.from({ length: 14 }, (_, n) => n)
  expect(await callInSuccessiveTurns(call, numbers)).toEqual(numbers)
  expect(batches[0]).toEqual(numbers.slice(0, 11))
})

test('calls that arrive while a batch is processed form the next batch', async () => {
  const batches: number[][] = []
  const firstBatch = Promise.withResolvers<void>()
  const call = batchCalls(async (members: number[]) => {
    batches.push(members)
    if (batches.length === 1) await firstBatch.promise
    return members
  })
  const first = call(1)
  await expect.poll(() => batches).toEqual([[1]])
  const others = [call(2), call(3)]
  firstBatch.resolve()
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3])
  expect(batches).toEqual([[1], [2, 3]])
})

/** Starts a batch with one call that does not end before `end` is called. Two batches may be processed at once. */
async function startLongBatch() {
  const batches: number[][] = []
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const call = batchCalls(
    async (members: number[]) => {
      batches.push(members)
      if (batches.length === 1) await promise
      return members
    },
    { maxRunning: 2 },
  )
  const first = call(0)
  await expect.poll(() => batches).toEqual([[0]])
  return { batches, call, first, end }
}

test('a second batch begins beside a running one with 16 calls', async () => {
  const { batches, call, first, end } = await startLongBatch()
  const numbers = Array.from({ length: 16 }, (_, n) => n + 1)
  expect(await Promise.all(numbers.map(call))).toEqual(numbers)
  end()
  expect(await first).toBe(0)
  expect(batches).toEqual([[0], numbers])
})

test('fewer calls wait for the end of the running batch', async () => {
  const { batches, call, first, end } = await startLongBatch()
  const numbers = Array.from({ length: 15 }, (_, n) => n + 1)
  const results = Promise.all(numbers.map(call))
  await nextTurn()
  await nextTurn()
  expect(batches).toEqual([[0]])
  end()
  expect(await Promise.all([first, results])).toEqual([0, numbers])
  expect(batches).toEqual([[0], numbers])
})

test('a batch has at most 500 calls', async () => {
  const { batches, call } = createRecordedCalls()
  const numbers = Array.from({ length: 501 }, (_, n) => n)
  expect(await Promise.all(numbers.map(call))).toEqual(numbers)
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
})

test('an Error in place of a result rejects only its own call', async () => {
  const call = batchCalls(async (members: number[]) => {
    if (members.includes(0)) throw new Error('the batch failed')
    return members.map(n => (n === 2 ? new Error('the call failed') : n))
  })
  expect(await Promise.allSettled([1, 2, 3].map(call))).toMatchObject([
    { value: 1 },
    { reason: { message: 'the call failed' } },
    { value: 3 },
  ])
  expect(await Promise.allSettled([0, 1].map(call))).toMatchObject(Array(2).fill({ reason: { message: 'the batch failed' } }))
})
