import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../testing/pixels.ts'
import type { Pixels } from './pixel-source.ts'
import { type Band, createPngBandWriter, type PngPieces } from './png-bands.ts'

/** Decodes a PNG with eight bits per channel and without transparency strictly by its specification, and checks every checksum. */
function readPng(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset)
  expect([...file.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks: { type: string; data: Uint8Array }[] = []
  for (let at = 8; at < file.length; ) {
    const length = view.getUint32(at)
    const data = file.subarray(at + 8, at + 8 + length)
    expect(view.getUint32(at + 8 + length)).toBe(crc32(file.subarray(at + 4, at + 8 + length)))
    chunks.push({ type: String.fromCharCode(...file.subarray(at + 4, at + 8)), data })
    at += length + 12
  }
  expect(chunks.map(({ type }) => type).filter((type, n, all) => type !== all[n - 1])).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = new DataView(chunks[0]!.data.buffer, chunks[0]!.data.byteOffset)
  const [width, height] = [header.getUint32(0), header.getUint32(4)]
  expect([...chunks[0]!.data.subarray(8)]).toEqual([8, 2, 0, 0, 0])
  // `inflateSync` throws if the checksum at the end is wrong or if further data follows.
  const rows = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
  expect(rows.length).toBe(height * (width * 3 + 1))
  return { width, height, rgb: unfilterRows(rows, width * 3, height) }
}

/** Writes a file as `createPngBandWriter` does, and joins its pieces. Checks the checksum and the length of the file. */
function createFileWriter(sample: Pixels, bands: readonly Band[]) {
  const { shared, write } = createPngBandWriter(sourceOf(sample), bands)
  return (inBands: readonly Pixels[]) => {
    const { own, crc, length }: PngPieces = write(inBands)
    const file = Buffer.concat(own.flatMap((bytes, n) => [shared[n]!, bytes]))
    expect(own).toHaveLength(shared.length)
    expect([crc, length]).toEqual([crc32(file), file.length])
    return file
  }
}

type Predictor = (left: number, above: number, corner: number) => number

const predictPaeth: Predictor = (left, above, corner) =>
  [left, above, corner].reduce((best, value) =>
    Math.abs(left + above - corner - value) < Math.abs(left + above - corner - best) ? value : best,
  )

/** The five row filters of the PNG specification: for each, the value that decoding adds to a byte. */
const PREDICTORS: Predictor[] = [() => 0, left => left, (_, above) => above, (left, above) => (left + above) >> 1, predictPaeth]

function unfilterRows(rows: Uint8Array, stride: number, height: number) {
  const rgb = new Uint8Array(stride * height)
  for (let row = 0; row < height; row++) {
    const guess = PREDICTORS[rows[row * (stride + 1)]!]!
    for (let x = 0; x < stride; x++) {
      const left = x < 3 ? 0 : rgb[row * stride + x - 3]!
      const above = row === 0 ? 0 : rgb[(row - 1) * stride + x]!
      const corner = x < 3 || row === 0 ? 0 : rgb[(row - 1) * stride + x - 3]!
      rgb[row * stride + x] = rows[row * (stride + 1) + 1 + x]! + guess(left, above, corner)
    }
  }
  return rgb
}

/** Returns an image of one colour, of noise, or of stripes, generated from a seed. */
function createTestImage({
  width,
  height,
  seed,
  kind,
}: {
  width: number
  height: number
  seed: number
  kind: 'flat' | 'noise' | 'stripes'
}): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const random = state >>> 24
    data[at] = at % 4 === 3 ? 255 : kind === 'flat' ? seed & 255 : kind === 'noise' ? random : (at >> 4) % 3 ? 200 : random
  }
  return { data, width, height }
}

function cropToBand({ data, width }: Pixels, { top, bottom, left, right }: Band): Pixels {
  const stride = (right - left) * 4
  const pixels = new Uint8ClampedArray(stride * (bottom - top))
  for (let row = top; row < bottom; row++) {
    const from = (row * width + left) * 4
    pixels.set(data.subarray(from, from + stride), (row - top) * stride)
  }
  return { data: pixels, width: right - left, height: bottom - top }
}

/** Returns a copy of `background` that has the pixels of `other` in the bands. */
function replaceBands(background: Pixels, other: Pixels, bands: readonly Band[]): Pixels {
  const data = background.data.slice()
  for (const { top, bottom, left, right } of bands)
    for (let row = top; row < bottom; row++) {
      const [from, to] = [(row * background.width + left) * 4, (row * background.width + right) * 4]
      data.set(other.data.subarray(from, to), from)
    }
  return { ...background, data }
}

const removeAlpha = ({ data }: Pixels) => data.filter((_, at) => at % 4 !== 3)

const imageKindArbitrary = fc.constantFrom('flat', 'noise', 'stripes')
const seedArbitrary = fc.nat(0xff_ff_ff)

const bandCaseArbitrary = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      ground: fc.tuple(seedArbitrary, imageKindArbitrary),
      cards: fc.array(fc.tuple(seedArbitrary, imageKindArbitrary), { minLength: 1, maxLength: 3 }),
      bands: fc.uniqueArray(fc.nat(height), { maxLength: 4 }).chain(edges => {
        const rows = edges.sort((a, b) => a - b)
        const tall = Array.from({ length: rows.length >> 1 }, (_, n) => ({ top: rows[2 * n]!, bottom: rows[2 * n + 1]! }))
        const wide = fc.tuple(fc.nat(width - 1), fc.nat(width - 1)).map(([a, b]) => ({ left: Math.min(a, b), right: Math.max(a, b) + 1 }))
        return fc.tuple(...tall.map(band => wide.map(columns => ({ ...band, ...columns }))))
      }),
    }),
  )

test('createPngBandWriter writes files that decode to the same pixels', () => {
  fc.assert(
    fc.property(bandCaseArbitrary, ({ width, height, ground, cards, bands }) => {
      const size = { width, height }
      const base = createTestImage({ ...size, seed: ground[0], kind: ground[1] })
      const pictures = cards.map(([seed, kind]) => replaceBands(base, createTestImage({ ...size, seed, kind }), bands))
      const write = createFileWriter(pictures[0]!, bands)
      for (const picture of [...pictures, ...pictures]) {
        const read = readPng(write(bands.map(band => cropToBand(picture, band))))
        expect(read.width).toBe(width)
        expect(read.height).toBe(height)
        expect(Buffer.from(read.rgb).equals(Buffer.from(removeAlpha(picture)))).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

describe('a PNG file of a card-sized image', () => {
  const size = { width: 1200, height: 360 }
  const bands = [
    { top: 20, bottom: 140, left: 100, right: 1100 },
    { top: 150, bottom: 350, left: 480, right: 720 },
  ]

  test.each(['flat', 'noise', 'stripes'] as const)('createPngBandWriter writes a card on a «%s» background unchanged', kind => {
    const base = createTestImage({ ...size, seed: 7, kind })
    const write = createFileWriter(base, bands)
    for (const other of ['flat', 'noise'] as const) {
      const picture = replaceBands(base, createTestImage({ ...size, seed: 99, kind: other }), bands)
      const { rgb } = readPng(write(bands.map(band => cropToBand(picture, band))))
      expect(Buffer.from(rgb).equals(Buffer.from(removeAlpha(picture)))).toBe(true)
    }
  })

  test('createPngBandWriter never has many rows of pixels in memory outside the bands', () => {
    const source = sourceOf(createTestImage({ ...size, seed: 7, kind: 'noise' }))
    const band = { ...bands[0]!, top: 300, bottom: 330 }
    const readRows: number[] = []
    const counting = {
      ...source,
      read(top: number, bottom: number) {
        if (bottom !== band.bottom) readRows.push(bottom - top)
        return source.read(top, bottom)
      },
    }
    createPngBandWriter(counting, [band])
    expect(Math.max(...readRows)).toBeLessThanOrEqual(65)
  })

  test('the function of createPngBandWriter throws when a band lacks pixels', () => {
    expect(() => createFileWriter(createTestImage({ ...size, seed: 1, kind: 'flat' }), bands)([])).toThrow('every band')
  })
})
