import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#e4cc94'
const ROSE = '#f8ede6'
const WINE = '#5b2233'

/** The y of the upper edge, the radius of the largest arc, and the share of `rise` (see `CardTemplate`) by which the arcs shrink. */
const UPPER_EDGE_Y = 70
const MAX_ARC_RADIUS = 468
const SHRINK_FACTOR = 0.6

/** Draws arcs that open downwards from the upper edge, with a star where each pair meets the centre line. */
function drawArcs(context: Canvas2D) {
  draw.clipped(context, draw.rectangle(draw.expanded(WHOLE_CARD, -UPPER_EDGE_Y)), () => {
    for (let ring = 0; ring < 9; ring++)
      draw.stroke(context, draw.circle(CENTRE_X, UPPER_EDGE_Y, 100 + ring * 46), GOLD, ring % 2 ? 1.1 : 2.2, 0.95 - ring * 0.085)
    for (let ring = 0; ring < 4; ring++)
      for (let ray = 0; ray <= 12; ray++) {
        const angle = (Math.PI * ray) / 12
        const reach = 123 + ring * 92
        draw.fill(context, draw.star(CENTRE_X + reach * Math.cos(angle), UPPER_EDGE_Y + reach * Math.sin(angle), 8 - ring), GOLD)
      }
    draw.fill(context, draw.circle(CENTRE_X, UPPER_EDGE_Y, 100), GOLD)
    draw.fill(context, draw.star(CENTRE_X, UPPER_EDGE_Y, 82), WINE)
    draw.fill(context, draw.star(CENTRE_X, UPPER_EDGE_Y, 52), GOLD)
  })
}

/** Arena: gold arcs on wine red. */
export const maydan: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 120, radius: 1800, colours: ['#74304a', WINE, '#3c1421'] })
    draw.scaled(context, { y: UPPER_EDGE_Y, scale: 1 - (SHRINK_FACTOR * rise) / MAX_ARC_RADIUS }, () => drawArcs(context))
    draw.frame(context, { inset: 56 }, GOLD, 1.2)
    draw.frame(context, { inset: 70 }, GOLD, 3)
  },
  event: {
    box: raisedBox({ y: 530, width: 920, height: 332 }, SHRINK_FACTOR),
    face: RUQAA_TYPEFACE,
    largest: 140,
    ink: ROSE,
    openingInk: GOLD,
  },
  day: { baseline: 932, width: 920, ink: GOLD },
  guest: { ink: ROSE, labelInk: GOLD, rule: GOLD },
  paper: '#5b2233',
  closing: { face: AMIRI_TYPEFACE, ink: ROSE },
  code: { ink: '#2a0d16', captionInk: GOLD, radius: 8 },
}
