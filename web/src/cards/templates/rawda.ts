import { AMIRI, KUFI, RUQAA } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { chordsPath } from '../../ui/star-pattern.ts'
import {
  CENTRE_X,
  circlePath,
  drawScaled,
  fadingGradient,
  fillPath,
  paintShades,
  rectanglePath,
  starPath,
  strokePath,
  WHOLE_CARD,
} from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#d9bd7d'
const IVORY = '#f6efdd'
const CENTRE_Y = 348
/** The y of the medallion's lower edge. The medallion shrinks towards `TOP_Y` by a share of `rise` (see `CardTemplate`). */
const BOTTOM_Y = 532
const TOP_Y = 100
const SHRINK_FACTOR = 0.6

const CORNERS = [
  [52, 52],
  [1148, 52],
  [52, 1748],
  [1148, 1748],
] as const

/** Draws three rings of chords that touch one circle and fade outwards. */
function drawRosette(context: Canvas2D) {
  const fade = fadingGradient(context, {
    y: CENTRE_Y,
    radius: 430,
    stops: [
      [0, 'rgb(217 189 125)'],
      [0.6, 'rgb(217 189 125)'],
      [1, 'rgb(217 189 125 / 0)'],
    ],
  })
  const ring = (radius: number, step: number, turn = 0) =>
    new Path2D(chordsPath({ x: CENTRE_X, y: CENTRE_Y, radius, points: 16, step, turn }))
  strokePath(context, ring(334, 5, Math.PI / 16), fade, 2, 0.95)
  strokePath(context, ring(484, 6), fade, 1.4, 0.6)
  strokePath(context, ring(952, 7, Math.PI / 16), fade, 1, 0.3)
}

/** Draws an empty circle between two small stars. */
function drawMedallion(context: Canvas2D) {
  fillPath(context, circlePath(CENTRE_X, CENTRE_Y, 184), '#0a2a20')
  strokePath(context, circlePath(CENTRE_X, CENTRE_Y, 184), GOLD, 3)
  strokePath(context, circlePath(CENTRE_X, CENTRE_Y, 174), GOLD, 1.1)
  for (const y of [CENTRE_Y - 118, CENTRE_Y + 122]) fillPath(context, starPath(CENTRE_X, y, 12), GOLD)
}

/** Returns the scale of the medallion for a `rise`; 1 if `rise` is 0. */
const scaleFor = (rise: number) => 1 - (SHRINK_FACTOR * rise) / (BOTTOM_Y - TOP_Y)

/** Garden: gold chords around a medallion, on deep green. */
export const rawda: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectanglePath(WHOLE_CARD), {
      y: 432,
      radius: 1620,
      stops: [
        [0, '#17573f'],
        [0.55, '#0d3326'],
        [1, '#08211a'],
      ],
    })
    drawScaled(context, { y: TOP_Y, scale: scaleFor(rise) }, () => {
      drawRosette(context)
      drawMedallion(context)
    })
    strokePath(context, rectanglePath({ x: 52, y: 52, width: 1096, height: 1696 }), GOLD, 1.6)
    for (const [x, y] of CORNERS) {
      fillPath(context, starPath(x, y, 34), '#0a281e')
      strokePath(context, starPath(x, y, 34), GOLD, 2)
      fillPath(context, starPath(x, y, 12), GOLD)
    }
  },
  heading: rise => ({
    text: text.card.invitation,
    x: CENTRE_X,
    baseline: TOP_Y + (CENTRE_Y + 44 - TOP_Y) * scaleFor(rise),
    face: RUQAA,
    size: 132 * scaleFor(rise),
    ink: GOLD,
  }),
  event: {
    box: raisedBox({ x: 130, y: 580, width: 940, height: 292 }, SHRINK_FACTOR),
    face: KUFI,
    largest: 104,
    ink: IVORY,
    openingInk: IVORY,
  },
  day: { baseline: 938, width: 960, ink: GOLD },
  guest: { ink: IVORY, labelInk: GOLD, rule: GOLD },
  paper: '#0d3326',
  closing: { face: AMIRI, ink: IVORY },
  code: { ink: '#0a2018', captionInk: GOLD, radius: 18 },
}
