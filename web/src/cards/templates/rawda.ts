import { AMIRI, KUFI, RUQAA } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { chords } from '../../ui/khatim.ts'
import { CENTRE, circle, drawScaled, fadingGradient, fill, paintShades, rectangle, star, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#d9bd7d'
const IVORY = '#f6efdd'
const MIDDLE = 348
/** The lower edge of the medallion. The medallion shrinks towards TOP by a part of `rise` (see `CardTemplate`). */
const BOTTOM = 532
const TOP = 100
const SHRINKING = 0.6

const CORNERS = [
  [52, 52],
  [1148, 52],
  [52, 1748],
  [1148, 1748],
] as const

/** Draws three rings of chords that touch one circle and fade outwards. */
function rosette(context: Canvas2D) {
  const fade = fadingGradient(context, {
    y: MIDDLE,
    radius: 430,
    stops: [
      [0, 'rgb(217 189 125)'],
      [0.6, 'rgb(217 189 125)'],
      [1, 'rgb(217 189 125 / 0)'],
    ],
  })
  const ring = (radius: number, step: number, turn = 0) => new Path2D(chords({ x: CENTRE, y: MIDDLE, radius, points: 16, step, turn }))
  stroke(context, ring(334, 5, Math.PI / 16), fade, 2, 0.95)
  stroke(context, ring(484, 6), fade, 1.4, 0.6)
  stroke(context, ring(952, 7, Math.PI / 16), fade, 1, 0.3)
}

/** Draws an empty circle between two small stars. */
function medallion(context: Canvas2D) {
  fill(context, circle(CENTRE, MIDDLE, 184), '#0a2a20')
  stroke(context, circle(CENTRE, MIDDLE, 184), GOLD, 3)
  stroke(context, circle(CENTRE, MIDDLE, 174), GOLD, 1.1)
  for (const y of [MIDDLE - 118, MIDDLE + 122]) fill(context, star(CENTRE, y, 12), GOLD)
}

/** Returns the scale of the medallion for this `rise`; 1 for none. */
const scaleAt = (rise: number) => 1 - (SHRINKING * rise) / (BOTTOM - TOP)

/** Garden: gold chords around a medallion, on deep green. */
export const rawda: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectangle(WHOLE), {
      y: 432,
      radius: 1620,
      stops: [
        [0, '#17573f'],
        [0.55, '#0d3326'],
        [1, '#08211a'],
      ],
    })
    drawScaled(context, { y: TOP, scale: scaleAt(rise) }, () => {
      rosette(context)
      medallion(context)
    })
    stroke(context, rectangle({ x: 52, y: 52, width: 1096, height: 1696 }), GOLD, 1.6)
    for (const [x, y] of CORNERS) {
      fill(context, star(x, y, 34), '#0a281e')
      stroke(context, star(x, y, 34), GOLD, 2)
      fill(context, star(x, y, 12), GOLD)
    }
  },
  heading: rise => ({
    text: text.card.invitation,
    x: CENTRE,
    baseline: TOP + (MIDDLE + 44 - TOP) * scaleAt(rise),
    face: RUQAA,
    size: 132 * scaleAt(rise),
    ink: GOLD,
  }),
  event: {
    box: raisedBox({ x: 130, y: 580, width: 940, height: 292 }, SHRINKING),
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
