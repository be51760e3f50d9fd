import type { Rectangle } from '@hudur/core'
import type { Face } from '../face.ts'
import type { Canvas2D, TextLine } from '../paint-text.ts'

/** A ready card: what is painted, and in which face, place and ink the words stand on it. All in the card's own pixels. */
export type Design = {
  /** Ground, frame and ornament: all that is the same for every event. `rise` is by how much the words below the ornament begin higher. */
  paint: (context: Canvas2D, rise: number) => void
  /** The words of the ornament. */
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
  code: { ink: string; captionInk: string; radius: number; frame?: (context: Canvas2D, box: Rectangle) => void }
}

/** A box that ends higher and begins where it did, or higher by a part of the same: what the ornament above it gives up. */
export const risen =
  (box: Rectangle, part = 0) =>
  (rise: number): Rectangle => ({ ...box, y: box.y - part * rise, height: box.height - rise + part * rise })
