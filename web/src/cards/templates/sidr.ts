import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GOLD = '#e4cc94'
const CREAM = '#fbf6e6'
const LEAF_COLOUR = '#86a378'
const LIGHT_LEAF_COLOUR = '#a9bf98'

const archPath = (inset: number) =>
  `M${110 + inset} ${1690 - inset}V${560}C${110 + inset} 400 300 360 430 ${290 + inset}C520 ${244 + inset} 582 ${210 + inset} 600 ${140 + inset}C618 ${210 + inset} 680 ${244 + inset} 770 ${290 + inset}C900 360 ${1090 - inset} 400 ${1090 - inset} 560V${1690 - inset}Z`

function drawLeaf(context: Canvas2D, { x, y, turn, length, ink }: { x: number; y: number; turn: number; length: number; ink: string }) {
  draw.rotated(context, { x, y, turn }, () => {
    draw.fill(context, draw.leaf(length, [0.42, 0.3, 0.3, 0.8]), ink)
    draw.stroke(context, new Path2D(`M0 0V${-length * 0.82}`), '#44603f', 1.4, 0.7)
  })
}

/** Draws a branch from the frame's corner towards the arch, with leaves on both sides. */
function drawBranch(context: Canvas2D) {
  const pointOnBranch = (part: number) => ({ x: 84 + 330 * part ** 1.35, y: 452 - 340 * part })
  const stem = new Path2D()
  for (let step = 0; step <= 24; step++) stem.lineTo(pointOnBranch(step / 24).x, pointOnBranch(step / 24).y)
  draw.stroke(context, stem, LIGHT_LEAF_COLOUR, 3)
  for (let step = 1; step <= 8; step++) {
    const { x, y } = pointOnBranch(step / 8.4)
    const lean = 0.42 + step * 0.05
    const length = 74 - step * 3
    drawLeaf(context, { x, y, turn: lean - 0.95, length, ink: step % 2 ? LEAF_COLOUR : LIGHT_LEAF_COLOUR })
    drawLeaf(context, { x, y, turn: lean + 0.75, length: length * 0.86, ink: step % 2 ? LIGHT_LEAF_COLOUR : LEAF_COLOUR })
  }
  drawLeaf(context, { ...pointOnBranch(1), turn: 0.85, length: 60, ink: LIGHT_LEAF_COLOUR })
}

/** Lote tree: branches around an arch, on sage green. */
export const sidr: CardTemplate = {
  paint(context) {
    draw.shadedGround(context, { y: 700, radius: 1400, colours: ['#4a6845', '#3a5437', '#2b4029'], middle: 0.6 })
    draw.mirrored(context, () => drawBranch(context))
    draw.fillAndStroke(context, new Path2D(archPath(0)), '#33492f', GOLD, 3)
    draw.stroke(context, new Path2D(archPath(18)), GOLD, 1.2, 0.75)
    draw.frame(context, { inset: 54 }, GOLD, 1.6, 0.85)
    draw.fill(context, draw.star(CENTRE_X, 296, 20), GOLD)
  },
  event: { box: raisedBox({ y: 380, width: 820, height: 462 }), face: RUQAA_TYPEFACE, largest: 142, ink: CREAM, openingInk: GOLD },
  day: { baseline: 926, width: 840, ink: CREAM },
  guest: { ink: CREAM, labelInk: GOLD, rule: GOLD },
  paper: '#33492f',
  closing: { face: AMIRI_TYPEFACE, ink: GOLD },
  code: { ink: '#182616', captionInk: GOLD, radius: 14 },
}
