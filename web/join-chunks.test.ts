import { expect, test } from 'vitest'
import { joinChunks, type SharedChunk } from './join-chunks.ts'

const chunk = (bytes: number, screens: string, imports: string[] = []): SharedChunk => ({ bytes, imports, screens: new Set(screens) })
const join = (chunks: Record<string, SharedChunk>, { weightOf = (_screen: string): number => 1, names = Object.keys(chunks) } = {}) => {
  const found = joinChunks(new Map(Object.entries(chunks)), names, { fileBytes: 100, weightOf })
  return found.map(group => group.toSorted().join(' ')).toSorted()
}

test('joins chunks that the same screens load, and small ones that nearly the same screens load', () => {
  expect(join({ a: chunk(5_000, 'xyz'), b: chunk(3_000, 'xyz') })).toEqual(['a b'])
  expect(join({ a: chunk(30, 'xyz'), b: chunk(30, 'xy') })).toEqual(['a b'])
})

test('leaves chunks apart where a screen would load more than a file costs', () => {
  expect(join({ a: chunk(5_000, 'xyz'), b: chunk(3_000, 'xy') })).toEqual([])
  expect(join({ a: chunk(30, 'x'), b: chunk(30, 'y') })).toEqual([])
})

test('leaves chunks apart where a screen with a larger weight would load more', () => {
  const chunks = { a: chunk(60, 'xyz'), b: chunk(60, 'xy') }
  expect(join(chunks)).toEqual(['a b'])
  expect(join(chunks, { weightOf: screen => (screen === 'z' ? 5 : 1) })).toEqual([])
})

test('does not join two chunks of which one imports the other by way of a chunk that stays apart', () => {
  const [a, b] = [chunk(40, 'xyz', ['middle']), chunk(40, 'xyz')]
  const names = ['a', 'b']
  expect(join({ a, b, middle: chunk(40, 'xyz') }, { names })).toEqual(['a b'])
  expect(join({ a, b, middle: chunk(40, 'xyz', ['b']) }, { names })).toEqual([])
})

test('leaves chunks apart where a screen would load a large chunk that one of them imports', () => {
  const names = ['a', 'b']
  const [a, b] = [chunk(30, 'xyz'), chunk(30, 'xy', ['large'])]
  expect(join({ a, b, large: chunk(400, 'xyz') }, { names })).toEqual(['a b'])
  expect(join({ a, b, large: chunk(400, 'xy') }, { names })).toEqual([])
})
