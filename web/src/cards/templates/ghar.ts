import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import type { CardTemplate } from './template.ts'

const PAPER_COLOUR = '#fbfaf4'
const COBALT = '#1f3f86'
const TEXT_COLOUR = '#16284f'
const GOLD = '#b98a2f'

/** The wreath is an ellipse below the cap: its upper edge and its radii. `rise` (see `CardTemplate`) moves only its lower edge up. */
const WREATH_TOP_Y = 128
const WREATH_RADIUS_X = 448
const WREATH_RADIUS_Y = 347
/** The angles at which a branch begins and ends, in radians from the lowest point of the ellipse. */
const BRANCH_START_ANGLE = 0.06
const BRANCH_END_ANGLE = 2.62
const LEAF_COUNT = 15

const radiusYForRise = (rise: number) => WREATH_RADIUS_Y - rise / 2

/** Draws a leaf from its stem at the origin, pointing up. One half is filled, as in an engraving. */
function drawLeaf(context: Canvas2D, length: number) {
  const rightEdge = `C${length * 0.34} ${-length * 0.3} ${length * 0.26} ${-length * 0.72} 0 ${-length}`
  const leftEdge = `C${-length * 0.26} ${-length * 0.72} ${-length * 0.34} ${-length * 0.3} 0 0`
  draw.fill(context, new Path2D(`M0 0${rightEdge}${leftEdge}Z`), PAPER_COLOUR)
  draw.fill(context, new Path2D(`M0 0${rightEdge}Z`), COBALT)
  draw.stroke(context, new Path2D(`M0 0${rightEdge}${leftEdge}Z`), COBALT, 2.2)
  const veins = new Path2D()
  for (const part of [0.24, 0.42, 0.6]) {
    veins.moveTo(0, -length * part)
    veins.lineTo(-length * 0.17 * (1.15 - part), -length * (part + 0.16))
  }
  draw.stroke(context, veins, COBALT, 1.3)
}

function drawBranch(context: Canvas2D, rise: number) {
  const tall = radiusYForRise(rise)
  const pointOnBranch = (angle: number) => ({
    x: CENTRE_X + WREATH_RADIUS_X * Math.sin(angle),
    y: WREATH_TOP_Y + tall * (1 + Math.cos(angle)),
  })
  const headingAt = (angle: number) => Math.atan2(WREATH_RADIUS_X * Math.cos(angle), tall * Math.sin(angle))
  const stem = new Path2D()
  for (let step = 0; step <= 60; step++) {
    const { x, y } = pointOnBranch(BRANCH_START_ANGLE - 0.18 + ((BRANCH_END_ANGLE - BRANCH_START_ANGLE + 0.18) * step) / 60)
    stem.lineTo(x, y)
  }
  draw.stroke(context, stem, COBALT, 3.4)
  for (let index = 0; index < LEAF_COUNT; index++) {
    const angle = BRANCH_START_ANGLE + ((BRANCH_END_ANGLE - BRANCH_START_ANGLE) * index) / LEAF_COUNT
    const { x, y } = pointOnBranch(angle)
    const heading = headingAt(angle)
    const length = (104 - index * 2.4) * (0.6 + (0.4 * tall) / WREATH_RADIUS_Y)
    for (const side of [0.66, -0.66])
      draw.rotated(context, { x, y, turn: heading + side }, () => drawLeaf(context, side > 0 ? length : length * 0.86))
    if (index % 3 === 1)
      draw.rotated(context, { x, y, turn: heading + 1.25 }, () => {
        draw.stroke(context, new Path2D('M0 0V-34'), COBALT, 1.6)
        draw.fill(context, draw.circle(0, -40, 8), GOLD)
      })
  }
  draw.rotated(context, { ...pointOnBranch(BRANCH_END_ANGLE), turn: headingAt(BRANCH_END_ANGLE) }, () => drawLeaf(context, 58))
}

function drawGraduateCap(context: Canvas2D) {
  const crown = new Path2D(`M${CENTRE_X - 92} 130V190C${CENTRE_X - 60} 218 ${CENTRE_X + 60} 218 ${CENTRE_X + 92} 190V130`)
  const board = new Path2D(`M${CENTRE_X} 46L${CENTRE_X + 176} 112L${CENTRE_X} 178L${CENTRE_X - 176} 112Z`)
  const edge = new Path2D(`M${CENTRE_X - 176} 112V122L${CENTRE_X} 188L${CENTRE_X + 176} 122V112`)
  draw.fillAndStroke(context, crown, PAPER_COLOUR, COBALT, 3.4)
  const folds = new Path2D()
  for (const x of [-70, -46, 46, 70]) folds.addPath(new Path2D(`M${CENTRE_X + x} ${186 - Math.abs(x) * 0.36}V${206 - Math.abs(x) * 0.1}`))
  draw.stroke(context, folds, COBALT, 1.3)
  draw.fill(context, edge, COBALT)
  draw.fill(context, board, PAPER_COLOUR)
  for (const path of [board, edge]) draw.stroke(context, path, COBALT, 3.4)
  draw.stroke(context, new Path2D(`M${CENTRE_X} 112C${CENTRE_X - 60} 116 ${CENTRE_X - 110} 124 ${CENTRE_X - 136} 140V190`), GOLD, 4)
  draw.fill(context, draw.circle(CENTRE_X, 112, 9), GOLD)
  draw.fill(context, new Path2D(`M${CENTRE_X - 146} 190H${CENTRE_X - 126}L${CENTRE_X - 120} 240H${CENTRE_X - 152}Z`), GOLD)
  draw.fill(context, draw.circle(CENTRE_X - 136, 190, 10), GOLD)
}

/** Laurel: a wreath and a graduate's cap, engraved in cobalt. */
export const ghar: CardTemplate = {
  paint(context, rise) {
    draw.ground(context, PAPER_COLOUR)
    draw.mirrored(context, () => drawBranch(context, rise))
    drawGraduateCap(context)
    draw.frame(context, { inset: 26 }, COBALT, 1.4)
  },
  event: {
    box: rise => ({ x: CENTRE_X - 285, y: 264, width: 570, height: radiusYForRise(rise) * 1.68 - 161 }),
    face: NAME_TYPEFACES.tajawal,
    largest: 108,
    ink: COBALT,
    openingInk: TEXT_COLOUR,
  },
  day: { baseline: 938, width: 900, ink: TEXT_COLOUR },
  guest: { ink: TEXT_COLOUR, labelInk: COBALT, rule: COBALT },
  paper: PAPER_COLOUR,
  closing: { face: NAME_TYPEFACES.tajawal, ink: COBALT },
  code: { ink: '#0d1a38', captionInk: COBALT, radius: 4, frames: [{ ink: COBALT, width: 3 }] },
}
