import { RUQAA } from '@hudur/core'
import { CENTRE, drawInside, expanded, fill, latticePath, paintShades, rectangle, star, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const WALNUT = '#3a2416'
const CARVED = '#6d4526'
const HONEY = '#c99b58'
const BRASS = '#96702f'
const INK = '#33200f'
const READ = '#6f4e17'

/** Returns a tall panel whose corners are cut in steps, like wooden screens. */
function panel(inset: number) {
  const [left, top, right, bottom] = [150 + inset, 206 + inset, 1050 - inset, 1716 - inset] as const
  const step = 54
  return new Path2D(
    `M${left + 2 * step} ${top}H${CENTRE - 90}L${CENTRE} ${top - 90}L${CENTRE + 90} ${top}H${right - 2 * step}V${top + step}H${right - step}V${top + 2 * step}H${right}` +
      `V${bottom - 2 * step}H${right - step}V${bottom - step}H${right - 2 * step}V${bottom}H${left + 2 * step}V${bottom - step}H${left + step}V${bottom - 2 * step}H${left}V${top + 2 * step}H${left + step}V${top + step}H${left + 2 * step}Z`,
  )
}

function screen(context: Canvas2D) {
  fill(context, rectangle(WHOLE), WALNUT)
  drawInside(context, rectangle(expanded(WHOLE, -60)), () => {
    fill(context, rectangle(WHOLE), '#2c1a0f')
    const wood = latticePath(WHOLE, 120, { x: 540, y: 60 })
    stroke(context, wood, CARVED, 9)
    stroke(context, wood, HONEY, 1.6, 0.75)
  })
  stroke(context, rectangle(expanded(WHOLE, -60)), HONEY, 3)
  stroke(context, rectangle(expanded(WHOLE, -44)), HONEY, 1.2, 0.7)
}

/** The carved window: light paper behind a walnut screen. */
export const mashrabiya: CardTemplate = {
  paint(context) {
    screen(context)
    fill(context, panel(-14), WALNUT)
    stroke(context, panel(-14), HONEY, 2)
    paintShades(context, panel(0), {
      y: 760,
      radius: 1150,
      stops: [
        [0, '#fffaf0'],
        [1, '#f3e6cb'],
      ],
    })
    stroke(context, panel(16), BRASS, 1.6)
    fill(context, star(CENTRE, 250, 46), BRASS)
    fill(context, star(CENTRE, 250, 32), '#fffaf0')
    fill(context, star(CENTRE, 250, 16, Math.PI / 8), BRASS)
  },
  event: { box: raisedBox({ x: 225, y: 350, width: 750, height: 492 }), face: RUQAA, largest: 140, ink: '#5a2f14', openingInk: INK },
  day: { baseline: 926, width: 830, ink: INK },
  guest: { ink: INK, labelInk: READ, rule: BRASS },
  paper: '#fbf2e0',
  closing: { face: RUQAA, ink: '#5a2f14' },
  code: {
    ink: '#22140a',
    captionInk: READ,
    radius: 6,
    frame: (context, box) => stroke(context, rectangle(expanded(box, 2), 8), BRASS, 3),
  },
}
