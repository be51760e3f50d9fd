import { CARD_WIDTH } from '@hudur/core/cards/geometry'
import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PETAL_COLOUR = '#fffdf7'
const EDGE_COLOUR = '#a8766f'
const LEAF_COLOUR = '#6f8560'
const PLUM = '#4b1d34'
const ROSE = '#83405a'

/** The share of `rise` (see `CardTemplate`) by which the longest strand becomes shorter. */
const SHRINK_FACTOR = 0.6
/** The distance between two pairs of buds, as a share of the length of a bud. */
const BUD_SPACING = 0.62
/** The strands across the card: their start below the upper edge, depth, length of buds, and radius of the blossom in the middle. */
const STRANDS = [
  { start: 18, depth: 388, bud: 31, blossom: 54 },
  { start: -22, depth: 300, bud: 27, blossom: 26 },
  { start: -48, depth: 224, bud: 24, blossom: 23 },
] as const
/** The strands at either side: their x, where they end, and the length of their buds. */
const SIDE_STRANDS = [
  { x: 58, end: 1500, bud: 26 },
  { x: 106, end: 1080, bud: 23 },
  { x: 148, end: 700, bud: 20 },
] as const

type CurvePoint = { x: number; y: number; turn: number }

const budPath = (length: number) => draw.leaf(length, [0.4, 0.22, 0.34, 0.78])
const petalPath = (length: number) => draw.leaf(length, [0.62, 0.34, 0.5, 1])

/** Returns points on the curve y = f(x), `step` px apart along the curve, with the direction of the curve at each. */
function pointsAlongCurve(curve: (x: number) => number, { from, to, step }: { from: number; to: number; step: number }) {
  const points: CurvePoint[] = []
  let since = step
  for (let x = from; x <= to; x++) {
    const slope = curve(x + 0.5) - curve(x - 0.5)
    since += Math.hypot(1, slope)
    if (since < step) continue
    since -= step
    points.push({ x, y: curve(x), turn: Math.atan2(slope, 1) })
  }
  return points
}

/** Draws two buds at a thread, one on each side, like the grains of an ear of wheat. */
function drawBudPair(context: Canvas2D, { x, y, turn }: CurvePoint, length: number) {
  const shape = budPath(length)
  for (const lean of [0.5, -0.5])
    draw.rotated(context, { x, y, turn: turn + Math.PI / 2 + lean }, () => {
      draw.fillAndStroke(context, shape, PETAL_COLOUR, EDGE_COLOUR, 1.3, 0.75)
      draw.fill(context, budPath(length * 0.3), LEAF_COLOUR)
    })
}

function drawBlossom(context: Canvas2D, { x, y }: { x: number; y: number }, radius: number) {
  const drawPetalRing = (petals: number, length: number, first: number) => {
    for (let petal = 0; petal < petals; petal++)
      draw.rotated(context, { x, y, turn: first + (2 * Math.PI * petal) / petals }, () =>
        draw.fillAndStroke(context, petalPath(length), PETAL_COLOUR, EDGE_COLOUR, 1.3, 0.75),
      )
  }
  for (let leaf = 0; leaf < 6; leaf++)
    draw.rotated(context, { x, y, turn: Math.PI / 6 + (Math.PI / 3) * leaf }, () =>
      draw.fill(
        context,
        new Path2D(`M0 0Q${radius * 0.42} ${-radius * 0.9} 0 ${-radius * 1.5}Q${-radius * 0.42} ${-radius * 0.9} 0 0Z`),
        LEAF_COLOUR,
      ),
    )
  drawPetalRing(8, radius, 0)
  drawPetalRing(6, radius * 0.68, 0.3)
  drawPetalRing(4, radius * 0.4, 0.7)
  draw.fill(context, draw.circle(x, y, radius * 0.08), LEAF_COLOUR)
}

function drawStrands(context: Canvas2D, rise: number) {
  const scale = 1 - (SHRINK_FACTOR * rise) / STRANDS[0].depth
  for (const { start, depth, bud: length, blossom: radius } of STRANDS) {
    const strandY = (x: number) => start + depth * scale * (1 - (x / (CARD_WIDTH / 2) - 1) ** 2) ** 0.9
    const points = pointsAlongCurve(strandY, { from: 4, to: CARD_WIDTH / 2, step: length * BUD_SPACING })
    draw.mirrored(context, () => {
      for (const point of points) drawBudPair(context, point, length)
    })
    drawBlossom(context, { x: CARD_WIDTH / 2, y: start + depth * scale }, radius * (0.4 + 0.6 * scale))
  }
}

/** Jasmine: the threaded blossoms of a bride, on rose. */
export const fol: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 860, radius: 1250, colours: ['#f7e8e2', '#f1dbd4', '#dfb9b1'] })
    draw.mirrored(context, () => {
      for (const { x, end, bud: length } of SIDE_STRANDS) {
        for (let y = end; y > -length; y -= length * BUD_SPACING) drawBudPair(context, { x, y, turn: -Math.PI / 2 }, length)
        drawBlossom(context, { x, y: end + length }, length * 1.2)
      }
    })
    drawStrands(context, rise)
  },
  event: {
    box: raisedBox({ y: 510, width: 820, height: 346 }, SHRINK_FACTOR),
    face: RUQAA_TYPEFACE,
    largest: 140,
    ink: PLUM,
    openingInk: ROSE,
  },
  day: { baseline: 932, width: 820, ink: PLUM },
  guest: { ink: PLUM, labelInk: ROSE, rule: '#b98087' },
  paper: '#f7e8e2',
  closing: { face: AMIRI_TYPEFACE, ink: ROSE },
  code: { ink: '#35101f', captionInk: ROSE, radius: 24, frames: [{ ink: '#b98087', width: 3 }] },
}
