import { AMIRI_TYPEFACE, KUFI_TYPEFACE } from '@hudur/core/cards/typefaces'
import { chordsPath } from '../../ui/star-pattern.ts'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import type { CardTemplate } from './template.ts'

const TEAL = '#1f5a4a'
const DEEP_GREEN = '#143d33'
const LINE_COLOUR = '#2f6a55'
const MIST_COLOUR = '#eef4f1'

const CIRCLE_CENTRE_Y = 450
const CIRCLE_RADIUS = 384
/** The y of the circle's upper edge. The circle shrinks towards it by `rise` (see `CardTemplate`), like the text of the day below it. */
const CIRCLE_TOP_Y = CIRCLE_CENTRE_Y - CIRCLE_RADIUS

const scaleForRise = (rise: number) => 1 - rise / (2 * CIRCLE_RADIUS)

function drawChords(context: Canvas2D) {
  const fade = draw.fadingGradient(context, {
    y: CIRCLE_CENTRE_Y,
    radius: 900,
    colours: ['rgb(47 106 85 / 0.55)', 'rgb(47 106 85 / 0.4)', 'rgb(47 106 85 / 0)'],
    middle: 0.45,
  })
  const chords = { x: CENTRE_X, y: CIRCLE_CENTRE_Y, points: 24 }
  draw.stroke(context, new Path2D(chordsPath({ ...chords, radius: 1000, step: 9 })), fade, 1.3)
  draw.stroke(context, new Path2D(chordsPath({ ...chords, radius: 720, step: 7, turn: Math.PI / 24 })), fade, 1.3)
  draw.fillAndStroke(context, draw.circle(CENTRE_X, CIRCLE_CENTRE_Y, CIRCLE_RADIUS), '#fbfdfb', LINE_COLOUR, 3)
  draw.stroke(context, draw.circle(CENTRE_X, CIRCLE_CENTRE_Y, 370), LINE_COLOUR, 1)
  for (const turn of [0, 1, 2, 3]) {
    const angle = (turn * Math.PI) / 2
    const [x, y] = [CENTRE_X + CIRCLE_RADIUS * Math.cos(angle), CIRCLE_CENTRE_Y + CIRCLE_RADIUS * Math.sin(angle)]
    draw.fill(context, draw.star(x, y, 26), MIST_COLOUR)
    draw.stroke(context, draw.star(x, y, 22), LINE_COLOUR, 2)
    draw.fill(context, draw.star(x, y, 9), LINE_COLOUR)
  }
}

/** Dew: fine lines around a bright circle, on mist. */
export const nada: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: CIRCLE_CENTRE_Y, radius: 1500, colours: ['#f7fbf8', MIST_COLOUR, '#d9e6e0'] })
    draw.scaled(context, { y: CIRCLE_TOP_Y, scale: scaleForRise(rise) }, () => drawChords(context))
    draw.frame(context, { inset: 50 }, LINE_COLOUR, 1.6)
  },
  event: {
    box(rise) {
      const scale = scaleForRise(rise)
      return { x: CENTRE_X - 306 * scale, y: CIRCLE_TOP_Y + 146 * scale, width: 612 * scale, height: 468 * scale }
    },
    face: KUFI_TYPEFACE,
    largest: 104,
    ink: DEEP_GREEN,
    openingInk: TEAL,
  },
  day: { baseline: 940, width: 900, ink: DEEP_GREEN },
  guest: { ink: DEEP_GREEN, labelInk: TEAL, rule: LINE_COLOUR },
  paper: '#f4f8f5',
  closing: { face: AMIRI_TYPEFACE, ink: TEAL },
  code: { ink: '#0d2a23', captionInk: TEAL, radius: 20, frames: [{ by: 1, radius: 21, ink: LINE_COLOUR, width: 3 }] },
}
