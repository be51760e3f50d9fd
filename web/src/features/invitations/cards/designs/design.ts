import type { Rectangle } from '@hudur/core'
import type { Canvas2D, Face } from '../card-text.ts'

/** A ready card: what is painted, and in which face, place and ink the words stand on it. All in the card's own pixels. */
export type Design = {
  /** Ground, frame and ornament: all that is the same for every event. */
  paint: (context: Canvas2D) => void
  /** The opening line and the event's name, about the middle of a box. */
  event: { box: Rectangle; face: Face; largest: number; ink: string; openingInk: string }
  /** The day in both calendars, on one line. */
  day: { baseline: number; width: number; ink: string }
  /** The guest between two rules. */
  guest: { ink: string; labelInk: string; rule: string }
  /** What is laid beneath the name or the line at the code when they are moved onto the ornament. */
  paper: string
  closing: { face: Face; ink: string }
  /** The ink is for the modules on white: at least 12 to 1. */
  code: { ink: string; captionInk: string; radius: number; frame?: (context: Canvas2D, box: Rectangle) => void }
}
