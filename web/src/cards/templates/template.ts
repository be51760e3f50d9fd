import type { Rectangle } from '@hudur/core/cards/geometry'
import type { CardTexts } from '@hudur/core/cards/layout'
import type { CardTemplateLayout } from '@hudur/core/cards/template'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'

/** A line around the white box of the code, `by` px outside its edge. The default radius is the box's. */
type CodeFrame = { by?: number; radius?: number; ink: string; width: number }

/** A card design that ships with the product: its painting, and the layout of its texts. All lengths are in the card's own pixels. */
export type CardTemplate = CardTemplateLayout & {
  /** Paints paper, frame and ornament. `rise`: by how many pixels the texts below the ornament start higher than by default. */
  paint: (context: Canvas2D, rise: number) => void
  /** Opening and closing texts for an occasion to which the usual ones do not fit. */
  words?: Pick<CardTexts, 'opening' | 'closing'>
  code: { frames?: readonly CodeFrame[] }
}

/** Returns a centred box whose lower edge moves up by `rise`, and its upper edge by the share `upperShare`, under a lower ornament. */
export const raisedBox =
  ({ y, width, height }: Omit<Rectangle, 'x'>, upperShare = 0) =>
  (rise: number): Rectangle => ({ x: CENTRE_X - width / 2, y: y - upperShare * rise, width, height: height - rise + upperShare * rise })
