import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRunDeflater, huffmanCodeLengths } from './run-deflate.ts'

/** Appends an empty last block, so that the deflate stream is complete, and decompresses the stream. */
const inflateBlock = (block: Uint8Array) => inflateRawSync(Buffer.concat([block, Uint8Array.of(3, 0)]))

/** Generates bytes that contain runs of equal bytes. Some runs are longer than one symbol can encode. */
const bytesWithRunsArbitrary = fc
  .array(fc.tuple(fc.nat(255), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 600 }))), { maxLength: 60 })
  .map(runs => Uint8Array.from(runs.flatMap(([byte, times]) => new Array<number>(times).fill(byte))))

test('the output of createRunDeflater inflates to the original bytes', () => {
  fc.assert(
    fc.property(bytesWithRunsArbitrary, fc.array(bytesWithRunsArbitrary, { maxLength: 3 }), (sample, all) => {
      const deflate = createRunDeflater(sample)
      for (const bytes of [sample, ...all]) expect(inflateBlock(deflate(bytes)).equals(bytes)).toBe(true)
    }),
  )
})

test('createRunDeflater writes data that differ from the sample in the given ranges', () => {
  const caseArbitrary = fc.tuple(bytesWithRunsArbitrary, fc.array(fc.nat(), { maxLength: 8 }), fc.nat(255)).map(([sample, cuts, byte]) => {
    const edges = cuts.map(cut => cut % (sample.length + 1)).sort((a, b) => a - b)
    const changing = Array.from({ length: edges.length >> 1 }, (_, n) => ({ from: edges[2 * n]!, to: edges[2 * n + 1]! }))
    const data = sample.slice()
    for (const { from, to } of changing) for (let at = from; at < to; at++) data[at] = (data[at]! + byte * (at % 5)) & 255
    return { sample, changing, data }
  })
  fc.assert(
    fc.property(caseArbitrary, ({ sample, changing, data }) => {
      const deflate = createRunDeflater(sample, changing)
      for (const bytes of [data, sample]) expect(inflateBlock(deflate(bytes)).equals(bytes)).toBe(true)
    }),
  )
})

test('createRunDeflater compresses runs of every length up to 599 bytes', () => {
  const deflate = createRunDeflater(new Uint8Array(0))
  for (let length = 0; length < 600; length++) {
    const bytes = new Uint8Array(length + 2).fill(9, 1, length + 1)
    expect(inflateBlock(deflate(bytes)).equals(bytes)).toBe(true)
  }
})

test('huffmanCodeLengths returns a complete code within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(3), fc.nat(2 ** 30)), { minLength: 2, maxLength: 286 }), frequencies => {
      const lengths = huffmanCodeLengths(frequencies, 15)
      const usedCount = frequencies.filter(frequency => frequency > 0).length
      expect([...lengths].map(length => length > 0)).toEqual(
        usedCount > 1 ? frequencies.map(frequency => frequency > 0) : frequencies.map(() => false),
      )
      expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
      const filled = [...lengths].reduce((sum, length) => sum + (length && 2 ** -length), 0)
      expect(filled).toBe(usedCount > 1 ? 1 : 0)
    }),
  )
})

test('huffmanCodeLengths limits the lengths for Fibonacci frequencies', () => {
  const frequencies = [1, 1]
  while (frequencies.length < 40) frequencies.push(frequencies.at(-1)! + frequencies.at(-2)!)
  expect(Math.max(...huffmanCodeLengths(frequencies, 15))).toBe(15)
  expect(Math.max(...huffmanCodeLengths(frequencies.slice(0, 19), 7))).toBe(7)
})
