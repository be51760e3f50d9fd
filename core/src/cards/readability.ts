import { CARD_HEIGHT } from './geometry.ts'

/** The longer side (px) of an image that a messenger has shrunk: WhatsApp by default, other messengers, a small preview. */
export const MESSENGER_IMAGE_SIDES = { whatsapp: 1600, others: 1280, preview: 640 }

/** How well a scanner reads a code. easy: at once; near: when the camera comes close; doubtful: perhaps not. */
export type Readability = 'easy' | 'near' | 'doubtful'

/**
 * The minimum pixels for each module with which a code is `easy` or `near`. Measured with the scanner's decoder on 1280×720 frames, twelve
 * for each size, mildly blurred, rotated and dimmed: codes of 53-57 modules were read in all of them when 180 px wide, in 92 % at 140, in
 * 42 % at 120; codes of 29-33 modules in all of them at 100 px, in 67 % at 80.
 */
const EASY_PIXELS_PER_MODULE = 3.2
const NEAR_PIXELS_PER_MODULE = 2.5

type SeenCode = { modules: number; side: number; longSide: number }

/** Returns how well a code, `side` px wide on the card, is read when the card's longer side was scaled down to `longSide` px. */
export function readabilityOf({ modules, side, longSide }: SeenCode): Readability {
  const module = (side * Math.min(1, longSide / CARD_HEIGHT)) / modules
  if (module >= EASY_PIXELS_PER_MODULE) return 'easy'
  return module >= NEAR_PIXELS_PER_MODULE ? 'near' : 'doubtful'
}

/** Returns whether a code of `modules` a side may be unreadable from a card that a messenger other than WhatsApp has shrunk. */
export const isCodeTooFine = (modules: number, side: number) =>
  readabilityOf({ modules, side, longSide: MESSENGER_IMAGE_SIDES.others }) === 'doubtful'

/** Returns the contrast of two colours `#rrggbb`, from 1 to 21, by WCAG 2. */
export function contrastRatio(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Text with a lower contrast than this is hard to read (WCAG 2, level AA). */
export const MIN_TEXT_CONTRAST = 4.5

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
