import type { Band, Pixels } from './png-bands.ts'

/** The smallest gap between two bands, in rows. Closer bands are joined, because a further band costs more bytes than the rows between. */
const MIN_ROWS_BETWEEN_BANDS = 16
/** The padding around the ink, in pixels, for antialiased edges. */
const BAND_PADDING = 2

/** Returns the bands of rows in which a mostly transparent image has ink, each with the columns of its ink and a padding. */
export function findInkedBands({ data, width, height }: Pixels): Band[] {
  const bands: Band[] = []
  for (let row = 0; row < height; row++) {
    const first = findInkedPixel(data, row * width, (row + 1) * width, 1)
    if (first < 0) continue
    const left = Math.max(0, first - row * width - BAND_PADDING)
    const right = Math.min(width, findInkedPixel(data, (row + 1) * width - 1, row * width - 1, -1) - row * width + 1 + BAND_PADDING)
    const [top, bottom] = [Math.max(0, row - BAND_PADDING), Math.min(height, row + 1 + BAND_PADDING)]
    const last = bands.at(-1)
    if (last && top < last.bottom + MIN_ROWS_BETWEEN_BANDS)
      Object.assign(last, { bottom, left: Math.min(last.left, left), right: Math.max(last.right, right) })
    else bands.push({ top, bottom, left, right })
  }
  return bands
}

/** Returns the index, in pixels, of the first pixel that is not transparent, searching from `from` to `to`; -1 if all are transparent. */
function findInkedPixel(data: Uint8ClampedArray, from: number, to: number, step: 1 | -1) {
  for (let pixel = from; pixel !== to; pixel += step) if (data[pixel * 4 + 3] !== 0) return pixel
  return -1
}
