import { Deflate, Z_FULL_FLUSH } from 'pako'
import { type Adler, adler32, crc32, joinAdlers } from './checksums.ts'
import { runDeflater } from './run-deflate.ts'

/** Pixels as a canvas gives them: red, green, blue, alpha. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** The rows in which images differ, from `top` inclusive to `bottom` exclusive, and their columns from `left` to `right` likewise. */
export type Band = { top: number; bottom: number; left: number; right: number }

const CHANNELS = 3
const UP = 2
const SUB = 1
const PAETH = 4
/**
 * The first of equally good filters is chosen. Up comes first, because it turns pixels that repeat from row to row, such as a code's
 * modules, into zeros.
 */
const FILTERS = [UP, SUB, PAETH]

/**
 * Writes PNG files of opaque images that are equal outside the given bands; the rows outside are compressed once. `sample` is any one of
 * the images. Returns a function from an image's pixels in each band, in order, to its file. Bands are ordered from top to bottom and do
 * not overlap.
 */
export function bandPng(sample: Pixels, bands: readonly Band[]) {
  const { width, height } = sample
  const stride = width * CHANNELS
  const rgb = new Uint8Array(stride * height)
  copyPixels(rgb, sample, { top: 0, bottom: height, left: 0, right: width }, stride)
  const rows = filteredRows(rgb, stride, height, new Set(bands.map(({ bottom }) => bottom)))
  const rowsOf = (top: number, bottom: number) => rows.subarray(top * (stride + 1), bottom * (stride + 1))

  const parts = segments(bands, height).map(({ top, bottom, band }) => {
    const data = rowsOf(top, bottom)
    if (band) return { band, data, deflate: runDeflater(data) }
    return { ready: { chunk: chunk('IDAT', deflateOnce(data)), sum: adler32(data), length: data.length } }
  })
  const head = [SIGNATURE, chunk('IHDR', header(width, height)), chunk('IDAT', ZLIB_HEAD)]

  return function write(inBands: readonly Pixels[]): Uint8Array<ArrayBuffer> {
    const chunks = [...head]
    let sum: Adler = { a: 1, b: 0 }
    let next = 0
    for (const part of parts) {
      if ('ready' in part) {
        chunks.push(part.ready.chunk)
        sum = joinAdlers(sum, part.ready.sum, part.ready.length)
        continue
      }
      const pixels = inBands[next++]
      if (!pixels) throw new Error('a picture needs its pixels in every band')
      copyPixels(rgb, pixels, part.band, stride)
      refilter(rgb, rows, stride, part.band)
      chunks.push(chunk('IDAT', part.deflate(part.data)))
      sum = joinAdlers(sum, adler32(part.data), part.data.length)
    }
    return join([...chunks, chunk('IDAT', lastBlock(sum)), IEND])
  }
}

/** Returns the image's rows from top to bottom as segments; those between bands are segments of their own. */
function segments(bands: readonly Band[], height: number) {
  let from = 0
  const all: { top: number; bottom: number; band?: Band }[] = []
  for (const band of bands) {
    if (band.top > from) all.push({ top: from, bottom: band.top })
    all.push({ top: band.top, bottom: band.bottom, band })
    from = band.bottom
  }
  if (from < height) all.push({ top: from, bottom: height })
  return all
}

function copyPixels(rgb: Uint8Array, { data }: Pixels, { top, bottom, left, right }: Band, stride: number) {
  let from = 0
  for (let row = top; row < bottom; row++) {
    const end = row * stride + right * CHANNELS
    for (let to = row * stride + left * CHANNELS; to < end; to += CHANNELS, from += 4) {
      rgb[to] = data[from]!
      rgb[to + 1] = data[from + 1]!
      rgb[to + 2] = data[from + 2]!
    }
  }
}

/**
 * Filters each row with the filter that leaves the smallest values, and writes the filter's number first. The rows in `firstRows`, which
 * follow a band, do not refer to the row above, because it differs between the images.
 */
function filteredRows(rgb: Uint8Array, stride: number, height: number, firstRows: ReadonlySet<number>) {
  const rows = new Uint8Array((stride + 1) * height)
  const tried = new Uint8Array(stride)
  for (let row = 0; row < height; row++) {
    let least = Number.POSITIVE_INFINITY
    for (const filter of firstRows.has(row) ? [SUB] : FILTERS) {
      filterRow(rgb, { filter, at: row * stride, stride, from: 0, to: stride }, tried, 0)
      const residualSum = tried.reduce((sum, value) => sum + (value < 128 ? value : 256 - value), 0)
      if (residualSum >= least) continue
      least = residualSum
      rows[row * (stride + 1)] = filter
      rows.set(tried, row * (stride + 1) + 1)
    }
  }
  return rows
}

/** Filters the columns of a band again with the filters of its rows, and one pixel more, which refers to the pixel before it. */
function refilter(rgb: Uint8Array, rows: Uint8Array, stride: number, { top, bottom, left, right }: Band) {
  const from = left * CHANNELS
  const to = Math.min(stride, (right + 1) * CHANNELS)
  for (let row = top; row < bottom; row++) {
    const start = row * (stride + 1)
    filterRow(rgb, { filter: rows[start]!, at: row * stride, stride, from, to }, rows, start + 1)
  }
}

type FilteredRow = { filter: number; at: number; stride: number; from: number; to: number }

function filterRow(rgb: Uint8Array, { filter, at, stride, from, to }: FilteredRow, out: Uint8Array, outAt: number) {
  const hasAbove = at > 0
  for (let x = from; x < to; x++) {
    const left = x < CHANNELS ? 0 : rgb[at + x - CHANNELS]!
    const above = hasAbove ? rgb[at + x - stride]! : 0
    let guess = filter === SUB ? left : above
    if (filter === PAETH) guess = paeth(left, above, x < CHANNELS || !hasAbove ? 0 : rgb[at + x - stride - CHANNELS]!)
    out[outAt + x] = rgb[at + x]! - guess
  }
}

function paeth(left: number, above: number, corner: number) {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** Compresses to blocks that refer to no earlier data and end on a whole byte. */
function deflateOnce(data: Uint8Array) {
  const deflater = new Deflate({ raw: true, level: 6, chunkSize: 1 << 18 })
  const out: Uint8Array[] = []
  deflater.onData = part => void out.push(part)
  deflater.push(data, Z_FULL_FLUSH)
  return join(out)
}

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
const ZLIB_HEAD = Uint8Array.of(0x78, 0x01)
const IEND = chunk('IEND', new Uint8Array(0))

/** Returns the header for eight bits per channel without transparency. */
function header(width: number, height: number) {
  const bytes = new DataView(new ArrayBuffer(13))
  bytes.setUint32(0, width)
  bytes.setUint32(4, height)
  bytes.setUint8(8, 8)
  bytes.setUint8(9, 2)
  return new Uint8Array(bytes.buffer)
}

/** Returns an empty last block and the checksum of all rows. */
function lastBlock({ a, b }: Adler) {
  const bytes = new DataView(new ArrayBuffer(6))
  bytes.setUint16(0, 0x0300)
  bytes.setUint16(2, b)
  bytes.setUint16(4, a)
  return new Uint8Array(bytes.buffer)
}

function chunk(type: string, data: Uint8Array) {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let n = 0; n < 4; n++) bytes[4 + n] = type.charCodeAt(n)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

function join(parts: readonly Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
