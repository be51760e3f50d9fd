import type { PixelSource, Pixels } from '../src/cards/pixel-source.ts'

/** Returns an image in memory as a source of pixels. */
export const sourceOf = ({ data, width, height }: Pixels): PixelSource => ({
  width,
  height,
  read: (top, bottom) => ({ data: data.subarray(top * width * 4, bottom * width * 4), width, height: bottom - top }),
})
