import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const BASALT_COLOUR = '#2d3237'
const LIMESTONE_COLOUR = '#dccdb0'
const PAPER_COLOUR = '#fbf7ec'
const RUST = '#8f4322'
const TEXT_COLOUR = '#23272b'

/** The y of the arch's centre, the radii of its inner and outer edge, and the y of the foot of its jambs. */
const ARCH_CENTRE_Y = 600
const INNER_RADIUS = 454
const OUTER_RADIUS = 564
const JAMB_FOOT_Y = 1740

const STONE_COUNT = 21
const COURSE_HEIGHT = (JAMB_FOOT_Y - ARCH_CENTRE_Y) / 13

const pointAt = (angle: number, reach: number) =>
  `${(CENTRE_X - reach * Math.cos(angle)).toFixed(1)} ${(ARCH_CENTRE_Y - reach * Math.sin(angle)).toFixed(1)}`

/** Returns the path across the arch between two stones, with a tongue away from the keystone by which they interlock. */
function jointPath(angle: number, isOutward: boolean) {
  const tongue = angle < Math.PI / 2 ? angle - 0.085 : angle + 0.085
  const middle = (INNER_RADIUS + OUTER_RADIUS) / 2
  const [first, last, from, to] = isOutward
    ? [INNER_RADIUS, OUTER_RADIUS, middle - 26, middle + 26]
    : [OUTER_RADIUS, INNER_RADIUS, middle + 26, middle - 26]
  return `${pointAt(angle, first)}L${pointAt(angle, from)}C${pointAt(tongue, from)} ${pointAt(tongue, to)} ${pointAt(angle, to)}L${pointAt(angle, last)}`
}

function drawPortal(context: Canvas2D) {
  const angleOfStone = (stone: number) => (Math.PI * stone) / STONE_COUNT
  for (let stone = 0; stone < STONE_COUNT; stone += 2) {
    const [from, to] = [angleOfStone(stone), angleOfStone(stone + 1)]
    const [start, end] = [
      stone === 0 ? `${pointAt(0, INNER_RADIUS)}L${pointAt(0, OUTER_RADIUS)}` : jointPath(from, true),
      stone === STONE_COUNT - 1 ? `${pointAt(Math.PI, OUTER_RADIUS)}L${pointAt(Math.PI, INNER_RADIUS)}` : jointPath(to, false),
    ]
    draw.fill(context, new Path2D(`M${start}L${end}Z`), BASALT_COLOUR)
  }
  draw.mirrored(context, () => {
    for (let course = 1; course < 13; course += 2)
      draw.fill(
        context,
        draw.rectangle({
          x: CENTRE_X - OUTER_RADIUS,
          y: ARCH_CENTRE_Y + course * COURSE_HEIGHT,
          width: OUTER_RADIUS - INNER_RADIUS,
          height: COURSE_HEIGHT,
        }),
        BASALT_COLOUR,
      )
  })
}

const archPath = (reach: number) =>
  `M${CENTRE_X - reach} ${JAMB_FOOT_Y}V${ARCH_CENTRE_Y}A${reach} ${reach} 0 0 1 ${CENTRE_X + reach} ${ARCH_CENTRE_Y}V${JAMB_FOOT_Y}Z`

/** Two stones: an arch of basalt and limestone. */
export const ablaq: CardTemplate = {
  paint(context) {
    draw.ground(context, LIMESTONE_COLOUR)
    draw.fill(
      context,
      draw.rectangle({ x: 0, y: JAMB_FOOT_Y, width: WHOLE_CARD.width, height: WHOLE_CARD.height - JAMB_FOOT_Y }),
      BASALT_COLOUR,
    )
    draw.clipped(context, new Path2D(archPath(OUTER_RADIUS)), () => draw.ground(context, '#efe5cf'))
    drawPortal(context)
    draw.fill(context, new Path2D(archPath(INNER_RADIUS)), PAPER_COLOUR)
    for (const reach of [INNER_RADIUS, OUTER_RADIUS]) draw.stroke(context, new Path2D(archPath(reach)), BASALT_COLOUR, 3)
    draw.stroke(context, new Path2D(archPath(INNER_RADIUS - 14)), RUST, 1.6)
  },
  event: {
    box: raisedBox({ y: 350, width: 690, height: 492 }),
    face: NAME_TYPEFACES.cairo,
    largest: 108,
    ink: BASALT_COLOUR,
    openingInk: RUST,
  },
  day: { baseline: 926, width: 830, ink: TEXT_COLOUR },
  guest: { ink: TEXT_COLOUR, labelInk: RUST, rule: RUST },
  paper: PAPER_COLOUR,
  closing: { face: NAME_TYPEFACES.cairo, ink: BASALT_COLOUR },
  code: { ink: '#15181b', captionInk: RUST, radius: 0, frames: [{ ink: BASALT_COLOUR, width: 3 }] },
}
