import { NAME_FACES } from '@hudur/core'
import { CENTRE, drawInside, drawMirrored, fill, rectangle, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const BASALT = '#2d3237'
const LIMESTONE = '#dccdb0'
const PAPER = '#fbf7ec'
const RUST = '#8f4322'
const INK = '#23272b'

/** The middle of the arch, the radii of its inner and outer edge, and the foot of its jambs. */
const MIDDLE = 600
const INNER = 454
const OUTER = 564
const FOOT = 1740

const STONES = 21
/** The height of a course of the jambs. */
const COURSE = (FOOT - MIDDLE) / 13

const at = (angle: number, reach: number) =>
  `${(CENTRE - reach * Math.cos(angle)).toFixed(1)} ${(MIDDLE - reach * Math.sin(angle)).toFixed(1)}`

/** Returns the path across the arch between two stones, with a tongue away from the keystone by which they interlock. */
function joint(angle: number, isOutward: boolean) {
  const tongue = angle < Math.PI / 2 ? angle - 0.085 : angle + 0.085
  const middle = (INNER + OUTER) / 2
  const [first, last, from, to] = isOutward ? [INNER, OUTER, middle - 26, middle + 26] : [OUTER, INNER, middle + 26, middle - 26]
  return `${at(angle, first)}L${at(angle, from)}C${at(tongue, from)} ${at(tongue, to)} ${at(angle, to)}L${at(angle, last)}`
}

/** Draws an arch of dark and light stones on jambs of dark and light courses. */
function portal(context: Canvas2D) {
  const angle = (stone: number) => (Math.PI * stone) / STONES
  for (let stone = 0; stone < STONES; stone += 2) {
    const [from, to] = [angle(stone), angle(stone + 1)]
    const [start, end] = [
      stone === 0 ? `${at(0, INNER)}L${at(0, OUTER)}` : joint(from, true),
      stone === STONES - 1 ? `${at(Math.PI, OUTER)}L${at(Math.PI, INNER)}` : joint(to, false),
    ]
    fill(context, new Path2D(`M${start}L${end}Z`), BASALT)
  }
  drawMirrored(context, () => {
    for (let course = 1; course < 13; course += 2)
      fill(context, rectangle({ x: CENTRE - OUTER, y: MIDDLE + course * COURSE, width: OUTER - INNER, height: COURSE }), BASALT)
  })
}

const arch = (reach: number) => `M${CENTRE - reach} ${FOOT}V${MIDDLE}A${reach} ${reach} 0 0 1 ${CENTRE + reach} ${MIDDLE}V${FOOT}Z`

/** Two stones: an arch of basalt and limestone. */
export const ablaq: CardTemplate = {
  paint(context) {
    fill(context, rectangle(WHOLE), LIMESTONE)
    fill(context, rectangle({ x: 0, y: FOOT, width: WHOLE.width, height: WHOLE.height - FOOT }), BASALT)
    drawInside(context, new Path2D(arch(OUTER)), () => fill(context, rectangle(WHOLE), '#efe5cf'))
    portal(context)
    fill(context, new Path2D(arch(INNER)), PAPER)
    for (const reach of [INNER, OUTER]) stroke(context, new Path2D(arch(reach)), BASALT, 3)
    stroke(context, new Path2D(arch(INNER - 14)), RUST, 1.6)
  },
  event: {
    box: raisedBox({ x: 255, y: 350, width: 690, height: 492 }),
    face: NAME_FACES.cairo,
    largest: 108,
    ink: BASALT,
    openingInk: RUST,
  },
  day: { baseline: 926, width: 830, ink: INK },
  guest: { ink: INK, labelInk: RUST, rule: RUST },
  paper: PAPER,
  closing: { face: NAME_FACES.cairo, ink: BASALT },
  code: {
    ink: '#15181b',
    captionInk: RUST,
    radius: 0,
    frame: (context, box) => stroke(context, rectangle(box), BASALT, 3),
  },
}
