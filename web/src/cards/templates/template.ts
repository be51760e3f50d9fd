import type { CardTemplateLayout, Rectangle } from '@hudur/core'
import type { Canvas2D } from '../paint-text.ts'

/** A card that ships with the product: what is painted, and how its words are laid out. All in the card's own pixels. */
export type CardTemplate = CardTemplateLayout & {
  /** Paper, frame and ornament: all that is the same for every event. `rise` is by how much the words below the ornament begin higher. */
  paint: (context: Canvas2D, rise: number) => void
  code: { frame?: (context: Canvas2D, box: Rectangle) => void }
}

/** A box that ends higher and begins where it did, or higher by a part of the same: what the ornament above it gives up. */
export const risen =
  (box: Rectangle, part = 0) =>
  (rise: number): Rectangle => ({ ...box, y: box.y - part * rise, height: box.height - rise + part * rise })
