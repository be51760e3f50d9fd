import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core'
import {
  CENTRE_X,
  circlePath,
  drawClipped,
  drawScaled,
  expandRectangle,
  fillPath,
  paintShadedRings,
  rectanglePath,
  starPath,
  strokePath,
  WHOLE_CARD,
} from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#e4cc94'
const ROSE = '#f8ede6'
const WINE = '#5b2233'

/**
 * The y of the upper edge, the radius of the largest arc, and the share of `rise` (see `CardTemplate`) by which the arcs shrink upwards.
 */
const UPPER_EDGE_Y = 70
const MAX_ARC_RADIUS = 468
const SHRINK_FACTOR = 0.6

/** Draws arcs that open downwards from the upper edge, with a star where each pair meets the centre line. */
function drawArcs(context: Canvas2D) {
  drawClipped(context, rectanglePath(expandRectangle(WHOLE_CARD, -70)), () => {
    for (let ring = 0; ring < 9; ring++)
      strokePath(context, circlePath(CENTRE_X, 70, 100 + ring * 46), GOLD, ring % 2 ? 1.1 : 2.2, 0.95 - ring * 0.085)
    for (let ring = 0; ring < 4; ring++)
      for (let ray = 0; ray <= 12; ray++) {
        const angle = (Math.PI * ray) / 12
        const reach = 123 + ring * 92
        fillPath(context, starPath(CENTRE_X + reach * Math.cos(angle), 70 + reach * Math.sin(angle), 8 - ring), GOLD)
      }
    fillPath(context, circlePath(CENTRE_X, 70, 100), GOLD)
  })
  drawClipped(context, rectanglePath(expandRectangle(WHOLE_CARD, -70)), () => {
    fillPath(context, starPath(CENTRE_X, 70, 82), WINE)
    fillPath(context, starPath(CENTRE_X, 70, 52), GOLD)
  })
}

/** Arena: gold arcs on wine red. */
export const maydan: CardTemplate = {
  paint(context, rise) {
    paintShadedRings(context, rectanglePath(WHOLE_CARD), {
      y: 120,
      radius: 1800,
      stops: [
        [0, '#74304a'],
        [0.5, WINE],
        [1, '#3c1421'],
      ],
    })
    drawScaled(context, { y: UPPER_EDGE_Y, scale: 1 - (SHRINK_FACTOR * rise) / MAX_ARC_RADIUS }, () => drawArcs(context))
    strokePath(context, rectanglePath(expandRectangle(WHOLE_CARD, -56)), GOLD, 1.2)
    strokePath(context, rectanglePath(expandRectangle(WHOLE_CARD, -70)), GOLD, 3)
  },
  event: {
    box: raisedBox({ x: 140, y: 530, width: 920, height: 332 }, SHRINK_FACTOR),
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
