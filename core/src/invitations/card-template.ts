import type { Rectangle } from './card.ts'
import type { Face } from './face.ts'

/** A text on one line, centred about x. `size` and places are in pixels of the card. */
export type TextLine = { text: string; x: number; baseline: number; face: Face; size: number; ink: string }

/** In which face, place and ink the words of a card stand on a template. All in the card's own pixels. */
export type CardTemplateLayout = {
  /** The words of the ornament. `rise` is by how much the words below the ornament begin higher. */
  heading?: (rise: number) => TextLine
  /** The opening line and the event's name, about the middle of a box that ends `rise` higher than it does on a card without free lines. */
  event: { box: (rise: number) => Rectangle; face: Face; largest: number; ink: string; openingInk: string }
  /** The day on one line; the free lines stand beneath it, and it rises for them. */
  day: { baseline: number; width: number; ink: string }
  /** The guest between two rules. */
  guest: { ink: string; labelInk: string; rule: string }
  /** What is laid beneath the name or the line at the code when they are moved onto the ornament. */
  paper: string
  closing: { face: Face; ink: string }
  /** The ink is for the modules on white: at least 12 to 1. */
  code: { ink: string; captionInk: string; radius: number }
}

/** What is written on a picture: ink on light plates, which make it readable on any photograph. */
export const PICTURE_INK = '#1b231f'
/** The plate beneath a name lets a tenth of the picture through: as dark as that can make it. */
const DARKEST_PLATE = '#e6e4df'

/** Returns what a guest's name is written with where no ink is chosen, and the colour that is behind it. */
export const nameColours = (template: CardTemplateLayout | undefined) =>
  template ? { ink: template.guest.ink, ground: template.paper } : { ink: PICTURE_INK, ground: DARKEST_PLATE }
