import { RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const WALNUT_COLOUR = '#3a2416'
const CARVED_WOOD_COLOUR = '#6d4526'
const HONEY_COLOUR = '#c99b58'
const BRASS_COLOUR = '#96702f'
const TEXT_COLOUR = '#33200f'
const LABEL_COLOUR = '#6f4e17'

/** Returns a tall panel whose corners are cut in steps, like wooden screens. */
function panelPath(inset: number) {
  const [left, top, right, bottom] = [150 + inset, 206 + inset, 1050 - inset, 1716 - inset] as const
  const step = 54
  return new Path2D(
    `M${left + 2 * step} ${top}H${CENTRE_X - 90}L${CENTRE_X} ${top - 90}L${CENTRE_X + 90} ${top}H${right - 2 * step}V${top + step}H${right - step}V${top + 2 * step}H${right}` +
      `V${bottom - 2 * step}H${right - step}V${bottom - step}H${right - 2 * step}V${bottom}H${left + 2 * step}V${bottom - step}H${left + step}V${bottom - 2 * step}H${left}V${top + 2 * step}H${left + step}V${top + step}H${left + 2 * step}Z`,
  )
}

function drawWoodenScreen(context: Canvas2D) {
  draw.ground(context, WALNUT_COLOUR)
  draw.clipped(context, draw.rectangle(draw.expanded(WHOLE_CARD, -60)), () => {
    draw.ground(context, '#2c1a0f')
    const wood = draw.lattice(WHOLE_CARD, 120, { x: 540, y: 60 })
    draw.stroke(context, wood, CARVED_WOOD_COLOUR, 9)
    draw.stroke(context, wood, HONEY_COLOUR, 1.6, 0.75)
  })
  draw.frame(context, { inset: 60 }, HONEY_COLOUR, 3)
  draw.frame(context, { inset: 44 }, HONEY_COLOUR, 1.2, 0.7)
}

/** The carved window: light paper behind a walnut screen. */
export const mashrabiya: CardTemplate = {
  paint(context) {
    drawWoodenScreen(context)
    draw.fillAndStroke(context, panelPath(-14), WALNUT_COLOUR, HONEY_COLOUR, 2)
    draw.shadedRings(context, panelPath(0), { y: 760, radius: 1150, colours: ['#fffaf0', '#f3e6cb'] })
    draw.stroke(context, panelPath(16), BRASS_COLOUR, 1.6)
    draw.fill(context, draw.star(CENTRE_X, 250, 46), BRASS_COLOUR)
    draw.fill(context, draw.star(CENTRE_X, 250, 32), '#fffaf0')
    draw.fill(context, draw.star(CENTRE_X, 250, 16, Math.PI / 8), BRASS_COLOUR)
  },
  event: {
    box: raisedBox({ y: 350, width: 750, height: 492 }),
    face: RUQAA_TYPEFACE,
    largest: 140,
    ink: '#5a2f14',
    openingInk: TEXT_COLOUR,
  },
  day: { baseline: 926, width: 830, ink: TEXT_COLOUR },
  guest: { ink: TEXT_COLOUR, labelInk: LABEL_COLOUR, rule: BRASS_COLOUR },
  paper: '#fbf2e0',
  closing: { face: RUQAA_TYPEFACE, ink: '#5a2f14' },
  code: { ink: '#22140a', captionInk: LABEL_COLOUR, radius: 6, frames: [{ by: 2, radius: 8, ink: BRASS_COLOUR, width: 3 }] },
}
