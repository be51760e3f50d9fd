import { type CardSizes, codeBoxes, DEFAULT_POSITIONS, nameBox } from '@hudur/core/cards/geometry'

export { GOLDEN_NAMES } from '@hudur/core/testing/golden-names'

import sharp from 'sharp'

/**
 * The allowed difference between the image of a name and its reviewed image. Browsers smooth the edges of letters differently. The smallest
 * part of a name, a dot in a long name, has about 40 pixels, so the comparison fails when a dot is missing.
 */
export const NAME_IMAGE_TOLERANCE = { threshold: 0.3, maxDiffPixels: 25 }

/** The number of pixels above and below a name's box that are compared as well. They differ when a name is drawn outside its box. */
const NAME_STRIP_MARGIN = 30

/** Returns the part of a card with the guest's name, and `NAME_STRIP_MARGIN` pixels above and below it, as a PNG. */
export function cropGuestName(card: Buffer, name: string, sizes: CardSizes): Promise<Buffer> {
  const box = nameBox(name, DEFAULT_POSITIONS.name, sizes)
  const strip = { left: box.x, top: box.y - NAME_STRIP_MARGIN, width: box.width, height: box.height + 2 * NAME_STRIP_MARGIN }
  return sharp(card).removeAlpha().extract(strip).png({ compressionLevel: 9 }).toBuffer()
}

/** Returns the QR code of a card with its light margin, as a PNG. A decoder reads this part faster than the whole card. */
export function cropQrCode(card: Buffer, sizes: CardSizes): Promise<Buffer> {
  const { x, y, width, height } = codeBoxes(DEFAULT_POSITIONS.code, sizes).box
  return sharp(card).extract({ left: x, top: y, width, height }).png({ compressionLevel: 1 }).toBuffer()
}
