import { AMIRI, KUFI } from '@hudur/core'
import { chordsPath } from '../../ui/star-pattern.ts'
import {
  CENTRE_X,
  circlePath,
  drawScaled,
  expandRectangle,
  fadingGradient,
  fillPath,
  paintShades,
  rectanglePath,
  starPath,
  strokePath,
  WHOLE_CARD,
} from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import type { CardTemplate } from './template.ts'

const TEAL = '#1f5a4a'
const DEEP = '#143d33'
const LINE = '#2f6a55'
const MIST = '#eef4f1'

const CENTRE_Y = 450
const RADIUS = 384
/** The y of the circle's upper edge. The distance between its lower edge and the text of the day is constant. */
const TOP_Y = CENTRE_Y - RADIUS

const scaleFor = (rise: number) => 1 - rise / (2 * RADIUS)

/** Draws chords around an empty circle for the event's name. */
function drawVeil(context: Canvas2D) {
  const fade = fadingGradient(context, {
    y: CENTRE_Y,
    radius: 900,
    stops: [
      [0, 'rgb(47 106 85 / 0.55)'],
      [0.45, 'rgb(47 106 85 / 0.4)'],
      [1, 'rgb(47 106 85 / 0)'],
    ],
  })
  strokePath(context, new Path2D(chordsPath({ x: CENTRE_X, y: CENTRE_Y, radius: 1000, points: 24, step: 9 })), fade, 1.3)
  strokePath(context, new Path2D(chordsPath({ x: CENTRE_X, y: CENTRE_Y, radius: 720, points: 24, step: 7, turn: Math.PI / 24 })), fade, 1.3)
  fillPath(context, circlePath(CENTRE_X, CENTRE_Y, RADIUS), '#fbfdfb')
  strokePath(context, circlePath(CENTRE_X, CENTRE_Y, RADIUS), LINE, 3)
  strokePath(context, circlePath(CENTRE_X, CENTRE_Y, 370), LINE, 1)
  for (const turn of [0, 1, 2, 3]) {
    const angle = (turn * Math.PI) / 2
    const [x, y] = [CENTRE_X + RADIUS * Math.cos(angle), CENTRE_Y + RADIUS * Math.sin(angle)]
    fillPath(context, starPath(x, y, 26), MIST)
    strokePath(context, starPath(x, y, 22), LINE, 2)
    fillPath(context, starPath(x, y, 9), LINE)
  }
}

/** Dew: fine lines around a bright circle, on mist. */
export const nada: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectanglePath(WHOLE_CARD), {
      y: CENTRE_Y,
      radius: 1500,
      stops: [
        [0, '#f7fbf8'],
        [0.5, MIST],
        [1, '#d9e6e0'],
      ],
    })
    drawScaled(context, { y: TOP_Y, scale: scaleFor(rise) }, () => drawVeil(context))
    strokePath(context, rectanglePath(expandRectangle(WHOLE_CARD, -50)), LINE, 1.6)
  },
  event: {
    box(rise) {
      const scale = scaleFor(rise)
      return { x: CENTRE_X - 306 * scale, y: TOP_Y + 146 * scale, width: 612 * scale, height: 468 * scale }
    },
    face: KUFI,
    largest: 104,
    ink: DEEP,
    openingInk: TEAL,
  },
  day: { baseline: 940, width: 900, ink: DEEP },
  guest: { ink: DEEP, labelInk: TEAL, rule: LINE },
  paper: '#f4f8f5',
  closing: { face: AMIRI, ink: TEAL },
  code: {
    ink: '#0d2a23',
    captionInk: TEAL,
    radius: 20,
    frame: (context, box) => strokePath(context, rectanglePath(expandRectangle(box, 1), 21), LINE, 3),
  },
}
