import type { Canvas2D } from './paint-text.ts'

/** The pixels of an image as a canvas returns them: four bytes each, for red, green, blue and alpha. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** An image of which some rows are read at a time, from `top` inclusive to `bottom` exclusive. The pixels of a whole card take 9 MB. */
export type PixelSource = { width: number; height: number; read: (top: number, bottom: number) => Pixels }

const STRIP_HEIGHT = 64

/** Yields the rows from `top` to `bottom` in strips of at most `STRIP_HEIGHT` rows. */
export function* stripsBetween(top: number, bottom: number) {
  for (let from = top; from < bottom; from += STRIP_HEIGHT) yield { top: from, bottom: Math.min(bottom, from + STRIP_HEIGHT) }
}

/** Returns the image on a canvas. */
export const pixelSourceOf = (context: Canvas2D, { width, height }: { width: number; height: number }): PixelSource => ({
  width,
  height,
  read: (top, bottom) => context.getImageData(0, top, width, bottom - top),
})
