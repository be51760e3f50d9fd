import { expect, test } from 'vitest'
import { joinChunks, type SharedChunk } from './join-chunks.ts'

const createChunk = (bytes: number, screens: string, imports: string[] = []): SharedChunk => ({ bytes, imports, screens: new Set(screens) })
const findJoinedGroups = (
  chunks: Record<string, SharedChunk>,
  { weightOf = (_screen: string): number => 1, names = Object.keys(chunks) } = {},
) => {
  const found = joinChunks(new Map(Object.entries(chunks)), names, { fileBytes: 100, weightOf })
  return found.map(group => group.toSorted().join(' ')).toSorted()
}

test('joinChunks groups chunks that the same screens load', () => {
  expect(findJoinedGroups({ a: createChunk(5_000, 'xyz'), b: createChunk(3_000, 'xyz') })).toEqual(['a b'])
  expect(findJoinedGroups({ a: createChunk(30, 'xyz'), b: createChunk(30, 'xy') })).toEqual(['a b'])
})

test('joinChunks keeps chunks apart when joining costs more than it saves', () => {
  expect(findJoinedGroups({ a: createChunk(5_000, 'xyz'), b: createChunk(3_000, 'xy') })).toEqual([])
  expect(findJoinedGroups({ a: createChunk(30, 'x'), b: createChunk(30, 'y') })).toEqual([])
})

test('joinChunks multiplies the extra bytes of a screen by its weight', () => {
  const chunks = { a: createChunk(60, 'xyz'), b: createChunk(60, 'xy') }
  expect(findJoinedGroups(chunks)).toEqual(['a b'])
  expect(findJoinedGroups(chunks, { weightOf: screen => (screen === 'z' ? 5 : 1) })).toEqual([])
})

test('joinChunks keeps chunks apart when one imports the other indirectly', () => {
  const [a, b] = [createChunk(40, 'xyz', ['middle']), createChunk(40, 'xyz')]
  const names = ['a', 'b']
  expect(findJoinedGroups({ a, b, middle: createChunk(40, 'xyz') }, { names })).toEqual(['a b'])
  expect(findJoinedGroups({ a, b, middle: createChunk(40, 'xyz', ['b']) }, { names })).toEqual([])
})

test('joinChunks counts the bytes of imported chunks', () => {
  const names = ['a', 'b']
  const [a, b] = [createChunk(30, 'xyz'), createChunk(30, 'xy', ['large'])]
  expect(findJoinedGroups({ a, b, large: createChunk(400, 'xyz') }, { names })).toEqual(['a b'])
  expect(findJoinedGroups({ a, b, large: createChunk(400, 'xy') }, { names })).toEqual([])
})

test('joinChunks counts all chunks of a fixed group when one of them is imported', () => {
  const chunks = {
    ...{ a: createChunk(30, 'xyz'), b: createChunk(30, 'xy', ['small']) },
    ...{ small: createChunk(10, 'xyz'), large: createChunk(400, 'xy') },
  }
  const join = (fixedGroups: string[][]) =>
    joinChunks(new Map(Object.entries(chunks)), ['a', 'b'], { fileBytes: 100, fixedGroups, weightOf: () => 1 })
  expect(join([])).toHaveLength(1)
  // The screen z loads the whole group already, because it loads `small`.
  expect(join([['small', 'large']])).toHaveLength(1)
  chunks.small = createChunk(10, 'xy')
  expect(join([])).toHaveLength(1)
  expect(join([['small', 'large']])).toEqual([])
})
