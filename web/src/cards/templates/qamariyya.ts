import { AMIRI_BOLD_TYPEFACE, AMIRI_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GYPSUM_COLOUR = '#f8f2e6'
const PLASTER_COLOUR = '#e9d9bf'
const GLASS_COLOURS = { blue: '#2a5c94', red: '#ad2f34', amber: '#e0a03a', green: '#2f7d5d' } as const

/** The y of the window's sill, and its outer radius. The window shrinks towards `SHRINK_ORIGIN_Y` by a share of `rise` (see `CardTemplate`). */
const SILL_Y = 498
const WINDOW_RADIUS = 366
const SHRINK_ORIGIN_Y = 96
const SHRINK_FACTOR = 0.72

/** Returns the SVG coordinates of a point at an angle from the left end of the sill and at a distance from the middle of the sill. */
const pointAt = (angle: number, reach: number) =>
  `${(CENTRE_X - reach * Math.cos(angle)).toFixed(1)} ${(SILL_Y - reach * Math.sin(angle)).toFixed(1)}`

/** Draws one ring of the fan: panes of pointed arches between two radii, with glass between the arches as well. */
function drawPanes(
  context: Canvas2D,
  { count, from, to, inks }: { count: number; from: number; to: number; inks: readonly [string, string] },
) {
  const step = Math.PI / count
  for (let pane = 0; pane < count; pane++) {
    const [start, middle, end] = [pane * step, (pane + 0.5) * step, (pane + 1) * step]
    const shoulder = from + (to - from) * 0.58
    const bend = to - (to - from) * 0.14
    const curve = `L${pointAt(start, shoulder)}Q${pointAt(start + step * 0.12, bend)} ${pointAt(middle, to)}Q${pointAt(end - step * 0.12, bend)} ${pointAt(end, shoulder)}`
    const arch = new Path2D(`M${pointAt(start, from)}${curve}L${pointAt(end, from)}Z`)
    const between = new Path2D(`M${pointAt(start, to)}${curve}L${pointAt(end, to)}Z`)
    draw.fill(context, between, inks[1])
    draw.fill(context, arch, inks[0])
    draw.stroke(context, between, GYPSUM_COLOUR, 7)
    draw.stroke(context, arch, GYPSUM_COLOUR, 9)
    draw.fill(
      context,
      new Path2D(
        `M${pointAt(middle, from + (to - from) * 0.16)}L${pointAt(middle - step * 0.2, from + (to - from) * 0.44)}L${pointAt(middle, from + (to - from) * 0.74)}L${pointAt(middle + step * 0.2, from + (to - from) * 0.44)}Z`,
      ),
      GYPSUM_COLOUR,
    )
  }
}

function drawFanWindow(context: Canvas2D) {
  const above = draw.rectangle({ x: 0, y: 0, width: WHOLE_CARD.width, height: SILL_Y })
  draw.clipped(context, above, () => {
    draw.fill(context, draw.circle(CENTRE_X, SILL_Y, WINDOW_RADIUS + 10), GYPSUM_COLOUR)
    draw.fill(context, draw.circle(CENTRE_X, SILL_Y, WINDOW_RADIUS - 14), GLASS_COLOURS.blue)
    drawPanes(context, { count: 15, from: 258, to: 346, inks: [GLASS_COLOURS.blue, GLASS_COLOURS.amber] })
    draw.stroke(context, draw.circle(CENTRE_X, SILL_Y, 350), GYPSUM_COLOUR, 16)
    drawPanes(context, { count: 9, from: 150, to: 252, inks: [GLASS_COLOURS.red, GLASS_COLOURS.green] })
    draw.stroke(context, draw.circle(CENTRE_X, SILL_Y, 255), GYPSUM_COLOUR, 14)
    drawPanes(context, { count: 5, from: 60, to: 144, inks: [GLASS_COLOURS.amber, GLASS_COLOURS.blue] })
    draw.stroke(context, draw.circle(CENTRE_X, SILL_Y, 147), GYPSUM_COLOUR, 14)
    draw.fill(context, draw.circle(CENTRE_X, SILL_Y, 58), GYPSUM_COLOUR)
    draw.fill(context, draw.circle(CENTRE_X, SILL_Y, 40), GLASS_COLOURS.red)
    draw.stroke(context, draw.circle(CENTRE_X, SILL_Y, WINDOW_RADIUS + 30), GYPSUM_COLOUR, 5)
  })
  draw.fill(
    context,
    draw.rectangle({ x: CENTRE_X - WINDOW_RADIUS - 62, y: SILL_Y - 6, width: 2 * WINDOW_RADIUS + 124, height: 16 }, 3),
    GYPSUM_COLOUR,
  )
  draw.fill(
    context,
    draw.rectangle({ x: CENTRE_X - WINDOW_RADIUS - 34, y: SILL_Y + 18, width: 2 * WINDOW_RADIUS + 68, height: 5 }),
    GYPSUM_COLOUR,
  )
}

/** Draws a course of brick teeth between two lines of gypsum, as between the floors of a tower house. */
function drawBrickCourse(context: Canvas2D, y: number) {
  const teeth = new Path2D()
  for (let x = 0; x < WHOLE_CARD.width; x += 60) {
    teeth.moveTo(x, y + 40)
    teeth.lineTo(x + 30, y + 10)
    teeth.lineTo(x + 60, y + 40)
  }
  draw.stroke(context, teeth, GYPSUM_COLOUR, 5)
  for (const edge of [y, y + 50])
    draw.fill(context, draw.rectangle({ x: 0, y: edge - 3, width: WHOLE_CARD.width, height: 6 }), GYPSUM_COLOUR)
}

/** The window of Sanaa: coloured glass in gypsum, on a brick wall. */
export const qamariyya: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 500, radius: 1500, colours: ['#86492f', '#703b27', '#592d1d'], middle: 0.55 })
    drawBrickCourse(context, 18)
    drawBrickCourse(context, 1732)
    draw.scaled(context, { y: SHRINK_ORIGIN_Y, scale: 1 - (SHRINK_FACTOR * rise) / (SILL_Y - SHRINK_ORIGIN_Y) }, () =>
      drawFanWindow(context),
    )
  },
  event: {
    box: raisedBox({ y: 552, width: 920, height: 306 }, SHRINK_FACTOR),
    face: AMIRI_BOLD_TYPEFACE,
    largest: 128,
    ink: GYPSUM_COLOUR,
    openingInk: PLASTER_COLOUR,
  },
  day: { baseline: 932, width: 920, ink: GYPSUM_COLOUR },
  guest: { ink: GYPSUM_COLOUR, labelInk: PLASTER_COLOUR, rule: PLASTER_COLOUR },
  paper: '#703b27',
  closing: { face: AMIRI_TYPEFACE, ink: PLASTER_COLOUR },
  code: { ink: '#2a130a', captionInk: PLASTER_COLOUR, radius: 6, frames: [{ by: 9, radius: 4, ink: GYPSUM_COLOUR, width: 3 }] },
}
