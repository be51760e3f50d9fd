import { AMIRI_TYPEFACE, KUFI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import { text } from '../../text/ar.ts'
import { chordsPath } from '../../ui/star-pattern.ts'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#d9bd7d'
const IVORY = '#f6efdd'
const MEDALLION_CENTRE_Y = 348
/** The y of the medallion's lower edge. The medallion shrinks towards `SHRINK_ORIGIN_Y` by a share of `rise` (see `CardTemplate`). */
const MEDALLION_BOTTOM_Y = 532
const SHRINK_ORIGIN_Y = 100
const SHRINK_FACTOR = 0.6

const CORNER_POINTS = [
  [52, 52],
  [1148, 52],
  [52, 1748],
  [1148, 1748],
] as const

/** Draws three rings of chords that touch one circle and fade outwards. */
function drawRosette(context: Canvas2D) {
  const fade = draw.fadingGradient(context, {
    y: MEDALLION_CENTRE_Y,
    radius: 430,
    colours: ['rgb(217 189 125)', 'rgb(217 189 125)', 'rgb(217 189 125 / 0)'],
    middle: 0.6,
  })
  const chordRingPath = (radius: number, step: number, turn = 0) =>
    new Path2D(chordsPath({ x: CENTRE_X, y: MEDALLION_CENTRE_Y, radius, points: 16, step, turn }))
  draw.stroke(context, chordRingPath(334, 5, Math.PI / 16), fade, 2, 0.95)
  draw.stroke(context, chordRingPath(484, 6), fade, 1.4, 0.6)
  draw.stroke(context, chordRingPath(952, 7, Math.PI / 16), fade, 1, 0.3)
}

function drawMedallion(context: Canvas2D) {
  draw.fillAndStroke(context, draw.circle(CENTRE_X, MEDALLION_CENTRE_Y, 184), '#0a2a20', GOLD, 3)
  draw.stroke(context, draw.circle(CENTRE_X, MEDALLION_CENTRE_Y, 174), GOLD, 1.1)
  for (const y of [MEDALLION_CENTRE_Y - 118, MEDALLION_CENTRE_Y + 122]) draw.fill(context, draw.star(CENTRE_X, y, 12), GOLD)
}

const scaleForRise = (rise: number) => 1 - (SHRINK_FACTOR * rise) / (MEDALLION_BOTTOM_Y - SHRINK_ORIGIN_Y)

/** Garden: gold chords around a medallion, on deep green. */
export const rawda: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 432, radius: 1620, colours: ['#17573f', '#0d3326', '#08211a'], middle: 0.55 })
    draw.scaled(context, { y: SHRINK_ORIGIN_Y, scale: scaleForRise(rise) }, () => {
      drawRosette(context)
      drawMedallion(context)
    })
    draw.frame(context, { inset: 52 }, GOLD, 1.6)
    for (const [x, y] of CORNER_POINTS) {
      draw.fillAndStroke(context, draw.star(x, y, 34), '#0a281e', GOLD, 2)
      draw.fill(context, draw.star(x, y, 12), GOLD)
    }
  },
  heading: rise => ({
    text: text.card.invitation,
    x: CENTRE_X,
    baseline: SHRINK_ORIGIN_Y + (MEDALLION_CENTRE_Y + 44 - SHRINK_ORIGIN_Y) * scaleForRise(rise),
    face: RUQAA_TYPEFACE,
    size: 132 * scaleForRise(rise),
    ink: GOLD,
  }),
  event: {
    box: raisedBox({ y: 580, width: 940, height: 292 }, SHRINK_FACTOR),
    face: KUFI_TYPEFACE,
    largest: 104,
    ink: IVORY,
    openingInk: IVORY,
  },
  day: { baseline: 938, width: 960, ink: GOLD },
  guest: { ink: IVORY, labelInk: GOLD, rule: GOLD },
  paper: '#0d3326',
  closing: { face: AMIRI_TYPEFACE, ink: IVORY },
  code: { ink: '#0a2018', captionInk: GOLD, radius: 18 },
}
