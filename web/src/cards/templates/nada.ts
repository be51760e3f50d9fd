import { AMIRI, KUFI } from '@hudur/core'
import { chords } from '../../ui/khatim.ts'
import { CENTRE, circle, drawScaled, expanded, fadingGradient, fill, paintShades, rectangle, star, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import type { CardTemplate } from './template.ts'

const TEAL = '#1f5a4a'
const DEEP = '#143d33'
const LINE = '#2f6a55'
const MIST = '#eef4f1'

const MIDDLE = 450
const RADIUS = 384
/** The upper edge of the circle. The distance between its lower edge and the text of the day is constant. */
const TOP = MIDDLE - RADIUS

const scaleFor = (rise: number) => 1 - rise / (2 * RADIUS)

/** Draws chords around an empty circle for the event's name. */
function veil(context: Canvas2D) {
  const fade = fadingGradient(context, {
    y: MIDDLE,
    radius: 900,
    stops: [
      [0, 'rgb(47 106 85 / 0.55)'],
      [0.45, 'rgb(47 106 85 / 0.4)'],
      [1, 'rgb(47 106 85 / 0)'],
    ],
  })
  stroke(context, new Path2D(chords({ x: CENTRE, y: MIDDLE, radius: 1000, points: 24, step: 9 })), fade, 1.3)
  stroke(context, new Path2D(chords({ x: CENTRE, y: MIDDLE, radius: 720, points: 24, step: 7, turn: Math.PI / 24 })), fade, 1.3)
  fill(context, circle(CENTRE, MIDDLE, RADIUS), '#fbfdfb')
  stroke(context, circle(CENTRE, MIDDLE, RADIUS), LINE, 3)
  stroke(context, circle(CENTRE, MIDDLE, 370), LINE, 1)
  for (const turn of [0, 1, 2, 3]) {
    const angle = (turn * Math.PI) / 2
    const [x, y] = [CENTRE + RADIUS * Math.cos(angle), MIDDLE + RADIUS * Math.sin(angle)]
    fill(context, star(x, y, 26), MIST)
    stroke(context, star(x, y, 22), LINE, 2)
    fill(context, star(x, y, 9), LINE)
  }
}

/** Dew: fine lines around a bright circle, on mist. */
export const nada: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectangle(WHOLE), {
      y: MIDDLE,
      radius: 1500,
      stops: [
        [0, '#f7fbf8'],
        [0.5, MIST],
        [1, '#d9e6e0'],
      ],
    })
    drawScaled(context, { y: TOP, scale: scaleFor(rise) }, () => veil(context))
    stroke(context, rectangle(expanded(WHOLE, -50)), LINE, 1.6)
  },
  event: {
    box(rise) {
      const scale = scaleFor(rise)
      return { x: CENTRE - 306 * scale, y: TOP + 146 * scale, width: 612 * scale, height: 468 * scale }
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
    frame: (context, box) => stroke(context, rectangle(expanded(box, 1), 21), LINE, 3),
  },
}
