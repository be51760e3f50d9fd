import type { Band, Pixels } from './png-bands.ts'

/** Rows closer than this, in pixels, join into one band: each further band costs more bytes than the rows between two bands. */
const MIN_GAP = 16
/** The padding around the ink, in pixels, for antialiased edges. */
const PADDING = 2

/** Returns the bands of rows with ink in an otherwise transparent image, each with the columns of its ink, padded. */
export function inkedBands({ data, width, height }: Pixels): Band[] {
  const bands: Band[] = []
  for (let row = 0; row < height; row++) {
    const first = inkFrom(data, row * width, (row + 1) * width, 1)
    if (first < 0) continue
    const left = Math.max(0, first - row * width - PADDING)
    const right = Math.min(width, inkFrom(data, (row + 1) * width - 1, row * width - 1, -1) - row * width + 1 + PADDING)
    const [top, bottom] = [Math.max(0, row - PADDING), Math.min(height, row + 1 + PADDING)]
    const last = bands.at(-1)
    if (last && top < last.bottom + MIN_GAP)
      Object.assign(last, { bottom, left: Math.min(last.left, left), right: Math.max(last.right, right) })
    else bands.push({ top, bottom, left, right })
  }
  return bands
}

/** Returns the index of the first pixel that is not transparent, counted in pixels; -1 if all are. */
function inkFrom(data: Uint8ClampedArray, from: number, to: number, step: 1 | -1) {
  for (let pixel = from; pixel !== to; pixel += step) if (data[pixel * 4 + 3] !== 0) return pixel
  return -1
}
