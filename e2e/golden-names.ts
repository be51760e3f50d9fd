import { type CardSizes, codeBoxes, DEFAULT_PLACES, nameBox } from '@hudur/core'
import sharp from 'sharp'

export { GOLDEN_NAMES as NAMES } from '../core/testing/golden-names.ts'

/**
 * The allowed difference of a name's image. Engines smooth edges differently. The smallest mark, a dot of a long name, has about 40 pixels,
 * so the test fails when it is missing.
 */
export const TOLERANCE = { threshold: 0.3, maxDiffPixels: 25 }

/** The pixels above and below a name's box that are compared as well, so that the test fails when a name leaves its box. */
const MARGIN = 30

/** Returns the part of a card with the guest's name, and `MARGIN` pixels above and below it, as a PNG. */
export function nameStrip(card: Buffer, name: string, sizes: CardSizes): Promise<Buffer> {
  const box = nameBox(name, DEFAULT_PLACES.name, sizes)
  const strip = { left: box.x, top: box.y - MARGIN, width: box.width, height: box.height + 2 * MARGIN }
  return sharp(card).removeAlpha().extract(strip).png({ compressionLevel: 9 }).toBuffer()
}

/** Returns the part of a card with its code as a PNG, with the code's light edge. A decoder reads it faster than the whole card. */
export function codePart(card: Buffer, sizes: CardSizes): Promise<Buffer> {
  const { x, y, width, height } = codeBoxes(DEFAULT_PLACES.code, sizes).box
  return sharp(card).extract({ left: x, top: y, width, height }).png({ compressionLevel: 1 }).toBuffer()
}
