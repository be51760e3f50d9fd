import { NAME_FACES } from '@hudur/core'
import { CENTRE, circle, drawMirrored, drawTurned, expanded, fill, rectangle, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import type { CardTemplate } from './template.ts'

const PAPER = '#fbfaf4'
const COBALT = '#1f3f86'
const INK = '#16284f'
const GOLD = '#b98a2f'

/** The wreath is an ellipse below the cap. Its lower edge rises with the texts (see `CardTemplate`), its upper edge does not move. */
const TOP = 128
const WIDE = 448
const TALL = 347
/** Where a branch begins and ends, as angles from the lowest point of the ellipse. */
const FIRST = 0.06
const LAST = 2.62
const LEAVES = 15

const tallFor = (rise: number) => TALL - rise / 2

/** Draws a leaf from its stem at the origin, pointing up. One half is filled, as in an engraving. */
function leaf(context: Canvas2D, length: number) {
  const right = `C${length * 0.34} ${-length * 0.3} ${length * 0.26} ${-length * 0.72} 0 ${-length}`
  const left = `C${-length * 0.26} ${-length * 0.72} ${-length * 0.34} ${-length * 0.3} 0 0`
  fill(context, new Path2D(`M0 0${right}${left}Z`), PAPER)
  fill(context, new Path2D(`M0 0${right}Z`), COBALT)
  stroke(context, new Path2D(`M0 0${right}${left}Z`), COBALT, 2.2)
  const veins = new Path2D()
  for (const part of [0.24, 0.42, 0.6]) {
    veins.moveTo(0, -length * part)
    veins.lineTo(-length * 0.17 * (1.15 - part), -length * (part + 0.16))
  }
  stroke(context, veins, COBALT, 1.3)
}

/** Draws the right branch of the wreath. */
function branch(context: Canvas2D, rise: number) {
  const tall = tallFor(rise)
  const point = (angle: number) => ({ x: CENTRE + WIDE * Math.sin(angle), y: TOP + tall * (1 + Math.cos(angle)) })
  const stem = new Path2D()
  for (let step = 0; step <= 60; step++) {
    const { x, y } = point(FIRST - 0.18 + ((LAST - FIRST + 0.18) * step) / 60)
    stem.lineTo(x, y)
  }
  stroke(context, stem, COBALT, 3.4)
  for (let index = 0; index < LEAVES; index++) {
    const angle = FIRST + ((LAST - FIRST) * index) / LEAVES
    const { x, y } = point(angle)
    const heading = Math.atan2(WIDE * Math.cos(angle), tall * Math.sin(angle))
    const length = (104 - index * 2.4) * (0.6 + (0.4 * tall) / TALL)
    for (const side of [0.66, -0.66])
      drawTurned(context, { x, y, turn: heading + side }, () => leaf(context, side > 0 ? length : length * 0.86))
    if (index % 3 === 1)
      drawTurned(context, { x, y, turn: heading + 1.25 }, () => {
        stroke(context, new Path2D('M0 0V-34'), COBALT, 1.6)
        fill(context, circle(0, -40, 8), GOLD)
      })
  }
  drawTurned(context, { ...point(LAST), turn: Math.atan2(WIDE * Math.cos(LAST), tall * Math.sin(LAST)) }, () => leaf(context, 58))
}

/** Draws a graduate's cap with its tassel. */
function cap(context: Canvas2D) {
  const crown = new Path2D(`M${CENTRE - 92} 130V190C${CENTRE - 60} 218 ${CENTRE + 60} 218 ${CENTRE + 92} 190V130`)
  const board = new Path2D(`M${CENTRE} 46L${CENTRE + 176} 112L${CENTRE} 178L${CENTRE - 176} 112Z`)
  const edge = new Path2D(`M${CENTRE - 176} 112V122L${CENTRE} 188L${CENTRE + 176} 122V112`)
  fill(context, crown, PAPER)
  stroke(context, crown, COBALT, 3.4)
  const folds = new Path2D()
  for (const x of [-70, -46, 46, 70]) folds.addPath(new Path2D(`M${CENTRE + x} ${186 - Math.abs(x) * 0.36}V${206 - Math.abs(x) * 0.1}`))
  stroke(context, folds, COBALT, 1.3)
  fill(context, edge, COBALT)
  fill(context, board, PAPER)
  for (const path of [board, edge]) stroke(context, path, COBALT, 3.4)
  stroke(context, new Path2D(`M${CENTRE} 112C${CENTRE - 60} 116 ${CENTRE - 110} 124 ${CENTRE - 136} 140V190`), GOLD, 4)
  fill(context, circle(CENTRE, 112, 9), GOLD)
  fill(context, new Path2D(`M${CENTRE - 146} 190H${CENTRE - 126}L${CENTRE - 120} 240H${CENTRE - 152}Z`), GOLD)
  fill(context, circle(CENTRE - 136, 190, 10), GOLD)
}

/** Laurel: a wreath and a graduate's cap, engraved in cobalt. */
export const ghar: CardTemplate = {
  paint(context, rise) {
    fill(context, rectangle(WHOLE), PAPER)
    drawMirrored(context, () => branch(context, rise))
    cap(context)
    stroke(context, rectangle(expanded(WHOLE, -26)), COBALT, 1.4)
  },
  event: {
    box: rise => ({ x: CENTRE - 285, y: 264, width: 570, height: tallFor(rise) * 1.68 - 161 }),
    face: NAME_FACES.tajawal,
    largest: 108,
    ink: COBALT,
    openingInk: INK,
  },
  day: { baseline: 938, width: 900, ink: INK },
  guest: { ink: INK, labelInk: COBALT, rule: COBALT },
  paper: PAPER,
  closing: { face: NAME_FACES.tajawal, ink: COBALT },
  code: {
    ink: '#0d1a38',
    captionInk: COBALT,
    radius: 4,
    frame: (context, box) => stroke(context, rectangle(box, 4), COBALT, 3),
  },
}
