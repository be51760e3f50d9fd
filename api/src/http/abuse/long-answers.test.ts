import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { refusalCodeOf } from '../../../testing/test-server.ts'
import { limitLongAnswers } from './long-answers.ts'

/** Creates limits, and calls whose answers have three parts of 10 bytes. `begun` lists the keys in the order in which they were produced. */
function createTestAnswers({ bytes = 1_000, bytesPerSecond = 1_000, maxWait = 10_000 } = {}) {
  const answers = limitLongAnswers({ bytes, bytesPerSecond }, maxWait)
  const begun: string[] = []
  const closed: string[] = []
  const call = async (key: string, caller = 'host') => {
    const answer = await answers.read(caller, key, async () => {
      begun.push(key)
      async function* parts() {
        try {
          for (const part of ['a', 'b', 'c']) yield part.repeat(10)
        } finally {
          closed.push(key)
        }
      }
      return { total: 3, json: parts() }
    })
    return answer.json as AsyncIterator<Buffer>
  }
  return { answers, begun, closed, call }
}

async function readAll(parts: AsyncIterator<Buffer>) {
  const read: Buffer[] = []
  for (let part = await parts.next(); !part.done; part = await parts.next()) read.push(part.value)
  return read
}

test('equal calls that arrive during an answer share the next one and its bytes', async () => {
  const { begun, call } = createTestAnswers()
  const first = await call('list')
  const later = [call('list'), call('list'), call('list')]
  await nextTurn()
  expect(begun).toEqual(['list'])
  expect(String(Buffer.concat(await readAll(first)))).toBe(`${'a'.repeat(10)}${'b'.repeat(10)}${'c'.repeat(10)}`)
  const [one, two, three] = await Promise.all(later.map(async parts => readAll(await parts)))
  expect(begun).toEqual(['list', 'list'])
  expect([one!.length, one!.every((part, n) => part === two![n] && part === three![n])]).toEqual([3, true])
})

test('readers of a shared answer get at most four parts in a turn of the event loop', async () => {
  const { call } = createTestAnswers()
  const first = await call('list')
  const later = Array.from({ length: 12 }, () => call('list'))
  await readAll(first)
  let got = 0
  for (const reader of await Promise.all(later))
    void reader.next().then(() => {
      got++
    })
  const gotByTurn: number[] = []
  while (got < 12) {
    const before = got
    await nextTurn()
    gotByTurn.push(got - before)
  }
  expect(Math.max(...gotByTurn)).toBe(4)
})

test('calls with other keys or of other callers do not wait', async () => {
  const { begun, call } = createTestAnswers()
  await Promise.all([call('list of a', 'a'), call('list of b', 'b'), call('another of a', 'a')])
  expect(begun).toEqual(['list of a', 'list of b', 'another of a'])
})

test('a shared answer is closed when its last reader is', async () => {
  const { closed, call } = createTestAnswers()
  const first = await call('list')
  const [one, two] = [call('list'), call('list')]
  await first.next()
  await first.return!()
  expect(closed).toEqual(['list'])
  await (await one).next()
  await (await one).return!()
  expect(closed).toEqual(['list'])
  // The second reader is closed before it has read a part.
  await (await two).return!()
  expect(closed).toEqual(['list', 'list'])
  expect(await (await two).next()).toEqual({ done: true, value: undefined })
})

test('all readers of an answer get its failure, and the next call begins', async () => {
  const { answers, call } = createTestAnswers()
  const first = await call('list')
  const failing = [1, 2].map(() =>
    answers.read('host', 'list', async () => {
      throw new Error('no database')
    }),
  )
  const results = Promise.allSettled(failing)
  await readAll(first)
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await readAll(await call('list'))).toHaveLength(3)
})

test('a caller that has used up its bytes waits for them, one answer after another', async () => {
  const { begun, call } = createTestAnswers({ bytes: 25, bytesPerSecond: 500 })
  expect(await readAll(await call('first'))).toHaveLength(3)
  const [second, third] = [call('second'), call('third')]
  await nextTurn()
  expect(begun).toEqual(['first'])
  const secondParts = await second
  await nextTurn()
  expect(begun).toEqual(['first', 'second'])
  await readAll(secondParts)
  expect(await readAll(await third)).toHaveLength(3)
  expect(await readAll(await call('of another', 'other'))).toHaveLength(3)
})

test('a call that would wait too long is refused', async () => {
  const { call } = createTestAnswers({ bytes: 20, bytesPerSecond: 0.001, maxWait: 50 })
  await readAll(await call('first'))
  expect(await refusalCodeOf(call('second'))).toBe('busy')
})
