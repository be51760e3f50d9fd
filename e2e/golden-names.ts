import { type CardSizes, DEFAULT_PLACES, nameBox } from '@hudur/core'
import sharp from 'sharp'

export { GOLDEN_NAMES as NAMES } from '../core/testing/golden-names.ts'

/** Every engine softens edges a little otherwise; the smallest mark, a dot of a long name, has some forty pixels. */
export const TOLERANCE = { threshold: 0.3, maxDiffPixels: 25 }

/** Above and below a name's box as much is shown as would tell that it left it. */
const MARGIN = 30

/** Cuts the part of a card in which its name is written, with what is above and below it, as a PNG. */
export function nameStrip(card: Buffer, name: string, sizes: CardSizes): Promise<Buffer> {
  const box = nameBox(name, DEFAULT_PLACES.name, sizes)
  const strip = { left: box.x, top: box.y - MARGIN, width: box.width, height: box.height + 2 * MARGIN }
  return sharp(card).removeAlpha().extract(strip).png({ compressionLevel: 9 }).toBuffer()
}
