import type { CardTemplateLayout, CardWords, Rectangle } from '@hudur/core'
import type { Canvas2D } from '../paint-text.ts'

/** A card design that ships with the product: its painting, and the layout of its texts. All lengths are in the card's own pixels. */
export type CardTemplate = CardTemplateLayout & {
  /**
   * Paints paper, frame and ornament, which are the same for every event. `rise`: by how many pixels the texts below the ornament start
   * higher than in the default layout, to make room for further lines or for a name that was moved up.
   */
  paint: (context: Canvas2D, rise: number) => void
  /** Texts in place of those of other cards, for an occasion that they do not fit. */
  words?: Pick<CardWords, 'opening' | 'closing'>
  code: { frame?: (context: Canvas2D, box: Rectangle) => void }
}

/**
 * Returns a function from `rise` to the box whose lower edge is higher by `rise`, and whose upper edge is higher by `part` of it: the
 * height that the ornament above gives up.
 */
export const raisedBox =
  (box: Rectangle, part = 0) =>
  (rise: number): Rectangle => ({ ...box, y: box.y - part * rise, height: box.height - rise + part * rise })
