import { expect, test } from 'vitest'
import { createSharedBytes } from './shared-bytes.ts'

/** Creates shared bytes that keep 10 bytes. `reads` lists the ids that were read. */
function createTestBytes() {
  const readShared = createSharedBytes(10)
  const reads: string[] = []
  const read = (id: string, size = 4) =>
    readShared(id, async () => {
      reads.push(id)
      return size === 0 ? undefined : new Uint8Array(size)
    })
  return { read, reads, readShared }
}

test('concurrent and later reads of an id return the same bytes', async () => {
  const { read, reads } = createTestBytes()
  const [first, second] = await Promise.all([read('a'), read('a')])
  expect([second === first, (await read('a')) === first, reads]).toEqual([true, true, ['a']])
})

test('the least recently used bytes are evicted and read again', async () => {
  const { read, reads } = createTestBytes()
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await read(id)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
})

test('missing bytes and failed reads are not cached', async () => {
  const { read, reads, readShared } = createTestBytes()
  expect([await read('a', 0), await read('a', 0), reads]).toEqual([undefined, undefined, ['a', 'a']])
  await expect(readShared('b', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await read('b')).toHaveLength(4)
})
