import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const SLATE = '#27455c'
const THREAD_COLOUR = '#7f9dae'
const APRICOT = '#e7b184'
const CLAY_COLOUR = '#8a4f24'
const WHITE = '#fffefb'

/** The y of the cradle's lowest point. Cradle and stars shrink towards the upper edge by a share of `rise` (see `CardTemplate`). */
const CRADLE_BOTTOM_Y = 486
const SHRINK_FACTOR = 0.6

/** Stars on threads from the upper edge: x, length of the thread, radius. Placed by hand. */
const HANGING_STARS = [
  [96, 300, 22],
  [182, 150, 15],
  [254, 404, 28],
  [326, 218, 18],
  [600, 196, 16],
  [868, 262, 17],
  [942, 120, 22],
  [1014, 376, 20],
  [1098, 222, 26],
] as const

const MOON_PATH = `M${CENTRE_X - 205} 246A208 208 0 0 0 ${CENTRE_X + 205} 246A236 236 0 0 1 ${CENTRE_X - 205} 246Z`

/** Draws a crescent that hangs from two threads as a cradle, lined with folds of cloth. */
function drawCradle(context: Canvas2D) {
  draw.stroke(context, new Path2D(`M${CENTRE_X - 203} 246L${CENTRE_X} 30L${CENTRE_X + 203} 246M${CENTRE_X} 0V30`), THREAD_COLOUR, 2.4)
  draw.fill(context, draw.star(CENTRE_X, 34, 24), APRICOT)
  draw.fill(context, draw.star(CENTRE_X, 34, 10, Math.PI / 8), WHITE)
  const cloth = new Path2D(
    `M${CENTRE_X - 176} 300C${CENTRE_X - 120} 258 ${CENTRE_X - 70} 250 ${CENTRE_X - 20} 286C${CENTRE_X + 30} 322 ${CENTRE_X + 110} 300 ${CENTRE_X + 176} 292C${CENTRE_X + 150} 400 ${CENTRE_X - 140} 410 ${CENTRE_X - 176} 300Z`,
  )
  draw.fillAndStroke(context, cloth, WHITE, THREAD_COLOUR, 2)
  draw.clipped(context, cloth, () => {
    for (let fold = 1; fold < 6; fold++)
      draw.stroke(
        context,
        new Path2D(
          `M${CENTRE_X - 190} ${300 + fold * 17}C${CENTRE_X - 110} ${262 + fold * 17} ${CENTRE_X - 60} ${254 + fold * 17} ${CENTRE_X - 14} ${288 + fold * 17}S${CENTRE_X + 110} ${302 + fold * 17} ${CENTRE_X + 190} ${288 + fold * 17}`,
        ),
        THREAD_COLOUR,
        1.3,
        0.7,
      )
  })
  draw.fillAndStroke(context, new Path2D(MOON_PATH), APRICOT, '#b97b46', 2)
}

function drawStars(context: Canvas2D) {
  for (const [x, length, radius] of HANGING_STARS) {
    draw.stroke(context, new Path2D(`M${x} 0V${length - radius}`), THREAD_COLOUR, 1.5)
    draw.fillAndStroke(context, draw.star(x, length, radius), WHITE, SLATE, 1.8, 0.8)
    draw.fill(context, draw.star(x, length, radius * 0.42), APRICOT)
  }
}

function drawBlanket(context: Canvas2D) {
  for (const [fold, ink] of ['#cbdde6', '#dae7ed', '#eaf2f5', WHITE].entries()) {
    const [y, depth] = [1712 + 24 * fold, 40 + 4 * fold]
    const path = new Path2D(`M-9 ${y}C200 ${y - depth} 380 ${y + depth} 600 ${y}S1000 ${y - depth} 1209 ${y}V1809H-9Z`)
    draw.fillAndStroke(context, path, ink, THREAD_COLOUR, 1.4, 0.8)
  }
}

/** Cradle: a crescent that hangs among small stars, on a morning sky. */
export const mahd: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 330, radius: 1550, colours: ['#f7fafa', '#e6f0f4', '#cfe0e8'] })
    draw.scaled(context, { y: 0, scale: 1 - (SHRINK_FACTOR * rise) / CRADLE_BOTTOM_Y }, () => {
      drawStars(context)
      drawCradle(context)
    })
    drawBlanket(context)
  },
  event: {
    box: raisedBox({ y: 510, width: 920, height: 346 }, SHRINK_FACTOR),
    face: NAME_TYPEFACES.marhey,
    largest: 118,
    ink: SLATE,
    openingInk: CLAY_COLOUR,
  },
  day: { baseline: 932, width: 920, ink: SLATE },
  guest: { ink: SLATE, labelInk: CLAY_COLOUR, rule: THREAD_COLOUR },
  paper: '#eef5f7',
  closing: { face: NAME_TYPEFACES.marhey, ink: CLAY_COLOUR },
  code: { ink: '#142a3a', captionInk: SLATE, radius: 36, frames: [{ ink: THREAD_COLOUR, width: 3 }] },
}
