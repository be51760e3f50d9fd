import type { Rectangle } from './geometry.ts'
import type { Typeface } from './typefaces.ts'

/** A text on one line, centred at x. All numbers are pixels of the card. */
export type TextLine = { text: string; x: number; baseline: number; face: Typeface; size: number; ink: string }

/** The typeface, position and colour of each text of a card on a template. All numbers are pixels of the card. */
export type CardTemplateLayout = {
  /** A text that belongs to the ornament. `rise`: by how many px the texts below the ornament are raised. */
  heading?: (rise: number) => TextLine
  /** The opening line and the event's name, centred in a box that ends `rise` px higher than on a card without free lines. */
  event: { box: (rise: number) => Rectangle; face: Typeface; largest: number; ink: string; openingInk: string }
  /** The day, on one line. It is raised to leave room for the free lines below it. */
  day: { baseline: number; width: number; ink: string }
  /** The guest's name between two rules, and the label «إلى حضرة» in the upper rule. */
  guest: { ink: string; labelInk: string; rule: string }
  /** The colour that is painted behind the name or the caption of the code when the user has moved them onto the ornament. */
  paper: string
  closing: { face: Typeface; ink: string }
  /** The colour of the modules on white, with a contrast of at least 12 to 1. */
  code: { ink: string; captionInk: string; radius: number }
}

/** The colour of texts on a picture. The texts have light plates behind them, so they are readable on any photograph. */
export const INK_ON_PICTURE = '#1b231f'
/** The colour of the plate behind a name on a black picture. The plate is 10 % transparent, so on any other picture it is lighter. */
const DARKEST_PLATE_COLOUR = '#e6e4df'

/** Returns the colour of a guest's name where the user chose none, and the colour behind it. */
export const nameColours = (template: CardTemplateLayout | undefined) =>
  template ? { ink: template.guest.ink, ground: template.paper } : { ink: INK_ON_PICTURE, ground: DARKEST_PLATE_COLOUR }
