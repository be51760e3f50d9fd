import type { CardTemplateLayout, CardTexts, Rectangle } from '@hudur/core'
import type { Canvas2D } from '../paint-text.ts'

/** A card design that ships with the product: its painting, and the layout of its texts. All lengths are in the card's own pixels. */
export type CardTemplate = CardTemplateLayout & {
  /**
   * Paints paper, frame and ornament, which are the same for every event. `rise`: by how many pixels the texts below the ornament start
   * higher than in the default layout, to make room for further lines or for a name that was moved up.
   */
  paint: (context: Canvas2D, rise: number) => void
  /** Opening and closing texts for an occasion to which the usual ones do not fit. */
  words?: Pick<CardTexts, 'opening' | 'closing'>
  code: { frame?: (context: Canvas2D, box: Rectangle) => void }
}

/**
 * Returns a function that moves the lower edge of a box up by `rise`, and the upper edge by the share `upperShare` of `rise`. The ornament
 * above the box becomes lower by the second amount.
 */
export const raisedBox =
  (box: Rectangle, upperShare = 0) =>
  (rise: number): Rectangle => ({ ...box, y: box.y - upperShare * rise, height: box.height - rise + upperShare * rise })
