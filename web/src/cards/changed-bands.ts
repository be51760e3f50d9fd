import { type PixelSource, stripsBetween } from './pixel-source.ts'
import type { Band } from './png-bands.ts'

/** The smallest gap between two bands, in rows. Closer bands are joined, because a further band costs more bytes than the rows between. */
const MIN_ROWS_BETWEEN_BANDS = 16
/** The padding around the ink, in pixels, for antialiased edges. */
const BAND_PADDING = 2

/** Returns the bands of rows in which a mostly transparent image has ink, each with the columns of its ink and a padding. */
export function findInkedBands({ width, height, read }: PixelSource): Band[] {
  const bands: Band[] = []
  for (const strip of stripsBetween(0, height)) {
    const { data } = read(strip.top, strip.bottom)
    for (let row = strip.top; row < strip.bottom; row++) {
      const [from, to] = [(row - strip.top) * width, (row - strip.top + 1) * width]
      const first = findInkedPixel(data, from, to, 1)
      if (first < 0) continue
      const left = Math.max(0, first - from - BAND_PADDING)
      const right = Math.min(width, findInkedPixel(data, to - 1, from - 1, -1) - from + 1 + BAND_PADDING)
      const [top, bottom] = [Math.max(0, row - BAND_PADDING), Math.min(height, row + 1 + BAND_PADDING)]
      const last = bands.at(-1)
      if (last && top < last.bottom + MIN_ROWS_BETWEEN_BANDS)
        Object.assign(last, { bottom, left: Math.min(last.left, left), right: Math.max(last.right, right) })
      else bands.push({ top, bottom, left, right })
    }
  }
  return bands
}

/** Returns the index, in pixels, of the first pixel that is not transparent, searching from `from` to `to`; -1 if all are transparent. */
function findInkedPixel(data: Uint8ClampedArray, from: number, to: number, step: 1 | -1) {
  for (let pixel = from; pixel !== to; pixel += step) if (data[pixel * 4 + 3] !== 0) return pixel
  return -1
}
