import { AMIRI, AMIRI_BOLD } from '@hudur/core'
import { CENTRE, circle, drawInside, drawScaled, expanded, fill, paintShades, rectangle, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GYPSUM = '#f8f2e6'
const PLASTER = '#e9d9bf'
const GLASS = { blue: '#2a5c94', red: '#ad2f34', amber: '#e0a03a', green: '#2f7d5d' } as const

/** The sill of the window and its outer radius. The window shrinks towards TOP by a part of `rise` (see `CardTemplate`). */
const SILL = 498
const RADIUS = 366
const TOP = 96
const SHRINKING = 0.72

/** Returns the point of the fan at an angle from the left end of the sill, and at a distance from its middle. */
const at = (angle: number, reach: number) =>
  `${(CENTRE - reach * Math.cos(angle)).toFixed(1)} ${(SILL - reach * Math.sin(angle)).toFixed(1)}`

/** Draws one ring of the fan: panes of pointed arches between two radii, with glass between the arches as well. */
function panes(context: Canvas2D, { count, from, to, inks }: { count: number; from: number; to: number; inks: readonly [string, string] }) {
  const step = Math.PI / count
  for (let pane = 0; pane < count; pane++) {
    const [start, middle, end] = [pane * step, (pane + 0.5) * step, (pane + 1) * step]
    const shoulder = from + (to - from) * 0.58
    const arch = new Path2D(
      `M${at(start, from)}L${at(start, shoulder)}Q${at(start + step * 0.12, to - (to - from) * 0.14)} ${at(middle, to)}Q${at(end - step * 0.12, to - (to - from) * 0.14)} ${at(end, shoulder)}L${at(end, from)}Z`,
    )
    const between = new Path2D(
      `M${at(start, to)}L${at(start, shoulder)}Q${at(start + step * 0.12, to - (to - from) * 0.14)} ${at(middle, to)}Q${at(end - step * 0.12, to - (to - from) * 0.14)} ${at(end, shoulder)}L${at(end, to)}Z`,
    )
    fill(context, between, inks[1])
    fill(context, arch, inks[0])
    stroke(context, between, GYPSUM, 7)
    stroke(context, arch, GYPSUM, 9)
    fill(
      context,
      new Path2D(
        `M${at(middle, from + (to - from) * 0.16)}L${at(middle - step * 0.2, from + (to - from) * 0.44)}L${at(middle, from + (to - from) * 0.74)}L${at(middle + step * 0.2, from + (to - from) * 0.44)}Z`,
      ),
      GYPSUM,
    )
  }
}

/** Draws a window of coloured glass in gypsum. */
function fan(context: Canvas2D) {
  const above = rectangle({ x: 0, y: 0, width: WHOLE.width, height: SILL })
  drawInside(context, above, () => {
    fill(context, circle(CENTRE, SILL, RADIUS + 10), GYPSUM)
    fill(context, circle(CENTRE, SILL, RADIUS - 14), GLASS.blue)
    panes(context, { count: 15, from: 258, to: 346, inks: [GLASS.blue, GLASS.amber] })
    stroke(context, circle(CENTRE, SILL, 350), GYPSUM, 16)
    panes(context, { count: 9, from: 150, to: 252, inks: [GLASS.red, GLASS.green] })
    stroke(context, circle(CENTRE, SILL, 255), GYPSUM, 14)
    panes(context, { count: 5, from: 60, to: 144, inks: [GLASS.amber, GLASS.blue] })
    stroke(context, circle(CENTRE, SILL, 147), GYPSUM, 14)
    fill(context, circle(CENTRE, SILL, 58), GYPSUM)
    fill(context, circle(CENTRE, SILL, 40), GLASS.red)
    stroke(context, circle(CENTRE, SILL, RADIUS + 30), GYPSUM, 5)
  })
  fill(context, rectangle({ x: CENTRE - RADIUS - 62, y: SILL - 6, width: 2 * RADIUS + 124, height: 16 }, 3), GYPSUM)
  fill(context, rectangle({ x: CENTRE - RADIUS - 34, y: SILL + 18, width: 2 * RADIUS + 68, height: 5 }), GYPSUM)
}

/** Draws a course of brick teeth between two lines of gypsum, as between the floors of a tower house. */
function course(context: Canvas2D, y: number) {
  const teeth = new Path2D()
  for (let x = 0; x < WHOLE.width; x += 60) {
    teeth.moveTo(x, y + 40)
    teeth.lineTo(x + 30, y + 10)
    teeth.lineTo(x + 60, y + 40)
  }
  stroke(context, teeth, GYPSUM, 5)
  for (const edge of [y, y + 50]) fill(context, rectangle({ x: 0, y: edge - 3, width: WHOLE.width, height: 6 }), GYPSUM)
}

/** The window of Sanaa: coloured glass in gypsum, on a brick wall. */
export const qamariyya: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectangle(WHOLE), {
      y: 500,
      radius: 1500,
      stops: [
        [0, '#86492f'],
        [0.55, '#703b27'],
        [1, '#592d1d'],
      ],
    })
    course(context, 18)
    course(context, 1732)
    drawScaled(context, { y: TOP, scale: 1 - (SHRINKING * rise) / (SILL - TOP) }, () => fan(context))
  },
  event: {
    box: raisedBox({ x: 140, y: 552, width: 920, height: 306 }, SHRINKING),
    face: AMIRI_BOLD,
    largest: 128,
    ink: GYPSUM,
    openingInk: PLASTER,
  },
  day: { baseline: 932, width: 920, ink: GYPSUM },
  guest: { ink: GYPSUM, labelInk: PLASTER, rule: PLASTER },
  paper: '#703b27',
  closing: { face: AMIRI, ink: PLASTER },
  code: {
    ink: '#2a130a',
    captionInk: PLASTER,
    radius: 6,
    frame: (context, box) => stroke(context, rectangle(expanded(box, 9), 4), GYPSUM, 3),
  },
}
