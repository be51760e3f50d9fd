import { Deflate, Z_FULL_FLUSH, Z_NO_FLUSH } from 'pako'
import { type AdlerChecksum, adler32, combineAdlerChecksums, combineCrcs, crc32 } from './checksums.ts'
import { type PixelSource, type Pixels, stripsBetween } from './pixel-source.ts'
import { type ByteRange, createRunDeflater } from './run-deflate.ts'

/** The rows in which images differ, from `top` inclusive to `bottom` exclusive, and their columns from `left` to `right` likewise. */
export type Band = { top: number; bottom: number; left: number; right: number }

const CHANNEL_COUNT = 3
const UP_FILTER = 2
const SUB_FILTER = 1
const PAETH_FILTER = 4
/** The first of equally good filters is chosen. Up turns pixels that repeat from row to row, such as a code's modules, into zeros. */
const TRIED_FILTERS = [UP_FILTER, SUB_FILTER, PAETH_FILTER]

/**
 * A PNG file in pieces: one of `shared`, which are the same for all files of a writer, then one of `own`, and so on. `crc`: the CRC-32 of the
 * whole file. `length`: its length in bytes.
 */
export type PngPieces = { own: Uint8Array<ArrayBuffer>[]; crc: number; length: number }
export type PngBandWriter = { shared: Uint8Array<ArrayBuffer>[]; write: (inBands: readonly Pixels[]) => PngPieces }

/**
 * Returns a writer of PNG files of opaque images that are equal outside the given bands. `write` receives an image's pixels in each band, in
 * order. What lies outside the bands is compressed once, from `sample`, any of the images, a few rows at a time. Bands are ordered from top
 * to bottom and do not overlap.
 */
export function createPngBandWriter(sample: PixelSource, bands: readonly Band[]): PngBandWriter {
  const { width, height } = sample
  const stride = width * CHANNEL_COUNT
  const firstRows = new Set(bands.map(({ bottom }) => bottom))

  /** Reads rows, after the row above them if there is one, whose number is `first`. Returns them without alpha, and filtered. */
  function readRows(top: number, bottom: number) {
    const first = Math.max(0, top - 1)
    const rgb = new Uint8Array(stride * (bottom - first))
    copyPixels(rgb, sample.read(first, bottom), { top: 0, bottom: bottom - first, left: 0, right: width }, stride)
    return { first, rgb, rows: filterRows(rgb, stride, { first, top, bottom }, firstRows) }
  }

  /** Compresses rows to deflate blocks that refer to no earlier data and end on a whole byte. */
  function compressUnchangedRows(top: number, bottom: number) {
    const deflater = new Deflate({ raw: true, level: 6, chunkSize: 1 << 18 })
    const out: Uint8Array[] = []
    deflater.onData = part => void out.push(part)
    let checked = checkedBytes(new Uint8Array(0))
    for (const strip of stripsBetween(top, bottom)) {
      const { rows } = readRows(strip.top, strip.bottom)
      deflater.push(rows, strip.bottom === bottom ? Z_FULL_FLUSH : Z_NO_FLUSH)
      const { sum, length } = checkedBytes(rows)
      checked = { sum: combineAdlerChecksums(checked.sum, sum, length), length: checked.length + length }
    }
    return { chunks: out.length > 0 ? [createPngChunk('IDAT', concatBytes(out))] : [], ...checked }
  }

  const head = [PNG_SIGNATURE, createPngChunk('IHDR', imageHeaderData(width, height)), createPngChunk('IDAT', ZLIB_HEADER)]
  const parts = bands.map((band, n) => {
    const above = compressUnchangedRows(bands[n - 1]?.bottom ?? 0, band.top)
    const { first, rgb, rows } = readRows(band.top, band.bottom)
    const changing = changingBytesOf(band, stride)
    const place = { ...band, top: band.top - first, bottom: band.bottom - first }
    return { place, rgb, rows, above, deflate: createRunDeflater(rows, changing), checksum: createAdlerOfChanging(rows, changing) }
  })
  const below = compressUnchangedRows(bands.at(-1)?.bottom ?? 0, height)
  const shared = [...parts.map(({ above }) => above), below].map(({ chunks }, n) => concatBytes(n === 0 ? [...head, ...chunks] : chunks))
  const sharedCrcs = shared.map(crc32)
  const sharedLengths = shared.map(({ length }) => length)

  function write(inBands: readonly Pixels[]): PngPieces {
    const own: Uint8Array<ArrayBuffer>[] = []
    let sum: AdlerChecksum = { a: 1, b: 0 }
    for (const [n, { place, rgb, rows, above, deflate, checksum }] of parts.entries()) {
      const pixels = inBands[n]
      if (!pixels) throw new Error('a picture needs its pixels in every band')
      copyPixels(rgb, pixels, place, stride)
      refilterBand(rgb, rows, stride, place)
      own.push(createPngChunk('IDAT', deflate(rows)))
      sum = combineAdlerChecksums(combineAdlerChecksums(sum, above.sum, above.length), checksum(), rows.length)
    }
    sum = combineAdlerChecksums(sum, below.sum, below.length)
    own.push(concatBytes([createPngChunk('IDAT', lastBlockWithChecksum(sum)), END_CHUNK]))
    let crc = 0
    let length = 0
    for (const [n, bytes] of own.entries()) {
      crc = combineCrcs(combineCrcs(crc, sharedCrcs[n]!, sharedLengths[n]!), crc32(bytes), bytes.length)
      length += sharedLengths[n]! + bytes.length
    }
    return { own, crc, length }
  }

  return { shared, write }
}

/** Returns the ranges of a band's filtered bytes that differ between the images: its columns, and one pixel to the right of each row. */
function changingBytesOf({ top, bottom, left, right }: Band, stride: number): ByteRange[] {
  const [from, to] = [left * CHANNEL_COUNT, Math.min(stride, (right + 1) * CHANNEL_COUNT)]
  return Array.from({ length: bottom - top }, (_, row) => ({ from: row * (stride + 1) + 1 + from, to: row * (stride + 1) + 1 + to }))
}

const checkedBytes = (data: Uint8Array) => ({ sum: adler32(data), length: data.length })

/** Returns a function that computes the Adler-32 checksum of `data` after its ranges `changing` have changed. */
function createAdlerOfChanging(data: Uint8Array, changing: readonly ByteRange[]) {
  const before = changing.map(({ from }, n) => checkedBytes(data.subarray(changing[n - 1]?.to ?? 0, from)))
  const after = checkedBytes(data.subarray(changing.at(-1)?.to ?? 0))
  return () => {
    let sum: AdlerChecksum = { a: 1, b: 0 }
    for (const [n, { from, to }] of changing.entries()) {
      sum = combineAdlerChecksums(sum, before[n]!.sum, before[n]!.length)
      sum = combineAdlerChecksums(sum, adler32(data.subarray(from, to)), to - from)
    }
    return combineAdlerChecksums(sum, after.sum, after.length)
  }
}

function copyPixels(rgb: Uint8Array, { data }: Pixels, { top, bottom, left, right }: Band, stride: number) {
  let from = 0
  for (let row = top; row < bottom; row++) {
    const end = row * stride + right * CHANNEL_COUNT
    for (let to = row * stride + left * CHANNEL_COUNT; to < end; to += CHANNEL_COUNT, from += 4) {
      rgb[to] = data[from]!
      rgb[to + 1] = data[from + 1]!
      rgb[to + 2] = data[from + 2]!
    }
  }
}

/**
 * Filters each row from `top` to `bottom` with the filter that leaves the smallest values, whose number comes first. `rgb` begins with the
 * row `first`. The rows in `firstRows` follow a band, whose pixels differ between the images, so they do not refer to the row above.
 */
function filterRows(
  rgb: Uint8Array,
  stride: number,
  { first, top, bottom }: { first: number; top: number; bottom: number },
  firstRows: ReadonlySet<number>,
) {
  const rows = new Uint8Array((stride + 1) * (bottom - top))
  const tried = new Uint8Array(stride)
  for (let row = top; row < bottom; row++) {
    const start = (row - top) * (stride + 1)
    let least = Number.POSITIVE_INFINITY
    for (const filter of firstRows.has(row) ? [SUB_FILTER] : TRIED_FILTERS) {
      filterRow(rgb, { filter, at: (row - first) * stride, stride, from: 0, to: stride }, tried, 0)
      let residualSum = 0
      for (let at = 0; at < stride; at++) residualSum += Math.min(tried[at]!, 256 - tried[at]!)
      if (residualSum >= least) continue
      least = residualSum
      rows[start] = filter
      rows.set(tried, start + 1)
    }
  }
  return rows
}

/**
 * Filters a band's columns again with the filters of its rows, and one pixel to the right, whose filtered value depends on the band. `top`
 * and `bottom` are the band's place in `rgb`, where the row above it may come first; `rows` begins with the band.
 */
function refilterBand(rgb: Uint8Array, rows: Uint8Array, stride: number, { top, bottom, left, right }: Band) {
  const from = left * CHANNEL_COUNT
  const to = Math.min(stride, (right + 1) * CHANNEL_COUNT)
  for (let row = top; row < bottom; row++) {
    const start = (row - top) * (stride + 1)
    filterRow(rgb, { filter: rows[start]!, at: row * stride, stride, from, to }, rows, start + 1)
  }
}

type RowToFilter = { filter: number; at: number; stride: number; from: number; to: number }

function filterRow(rgb: Uint8Array, { filter, at, stride, from, to }: RowToFilter, out: Uint8Array, outAt: number) {
  const hasAbove = at > 0
  if (filter === UP_FILTER && hasAbove) {
    for (let x = from; x < to; x++) out[outAt + x] = rgb[at + x]! - rgb[at + x - stride]!
    return
  }
  for (let x = from; x < to; x++) {
    const left = x < CHANNEL_COUNT ? 0 : rgb[at + x - CHANNEL_COUNT]!
    const above = hasAbove ? rgb[at + x - stride]! : 0
    let guess = filter === SUB_FILTER ? left : above
    if (filter === PAETH_FILTER)
      guess = paethPredictor(left, above, x < CHANNEL_COUNT || !hasAbove ? 0 : rgb[at + x - stride - CHANNEL_COUNT]!)
    out[outAt + x] = rgb[at + x]! - guess
  }
}

function paethPredictor(left: number, above: number, corner: number) {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

const PNG_SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
const ZLIB_HEADER = Uint8Array.of(0x78, 0x01)
const END_CHUNK = createPngChunk('IEND', new Uint8Array(0))

/** Returns the data of the IHDR chunk for an image with eight bits per channel and without transparency. */
function imageHeaderData(width: number, height: number) {
  const bytes = new DataView(new ArrayBuffer(13))
  bytes.setUint32(0, width)
  bytes.setUint32(4, height)
  bytes.setUint8(8, 8)
  bytes.setUint8(9, 2)
  return new Uint8Array(bytes.buffer)
}

/** Returns the end of the compressed data: an empty last block and the Adler-32 checksum of all rows. */
function lastBlockWithChecksum({ a, b }: AdlerChecksum) {
  const bytes = new DataView(new ArrayBuffer(6))
  bytes.setUint16(0, 0x0300)
  bytes.setUint16(2, b)
  bytes.setUint16(4, a)
  return new Uint8Array(bytes.buffer)
}

function createPngChunk(type: string, data: Uint8Array) {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let n = 0; n < 4; n++) bytes[4 + n] = type.charCodeAt(n)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

function concatBytes(parts: readonly Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
