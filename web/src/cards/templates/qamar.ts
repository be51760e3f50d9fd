import { AMIRI, RUQAA } from '@hudur/core'
import { CENTRE, circle, drawInside, drawScaled, expanded, fill, paintShades, rectangle, star, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const SILVER = '#c9d4ea'
const GOLD = '#e3c88b'
const PALE = '#f3f5fb'

/** The lower edge of the moon. The moon shrinks towards TOP by a part of `rise` (see `CardTemplate`). */
const BOTTOM = 488
const TOP = 120
const SHRINKING = 0.6

/** Placed by hand: x, y, size. */
const STARS = [
  [176, 190, 9],
  [262, 428, 6],
  [150, 560, 5],
  [338, 236, 5],
  [1010, 176, 7],
  [930, 388, 9],
  [1052, 520, 6],
  [846, 150, 5],
  [1040, 330, 4],
  [220, 310, 4],
  [112, 760, 4],
  [1092, 764, 5],
  [398, 150, 4],
  [760, 226, 4],
  [310, 560, 4],
  [890, 560, 4],
] as const

function moon(context: Canvas2D) {
  const y = 330
  for (const [radius, opacity] of [
    [300, 0.1],
    [252, 0.16],
    [206, 0.26],
  ] as const)
    stroke(context, circle(CENTRE, y, radius), SILVER, 1.3, opacity)
  const crescent = new Path2D()
  crescent.addPath(circle(CENTRE, y, 158))
  const shadow = new Path2D()
  shadow.rect(0, 0, WHOLE.width, WHOLE.height)
  shadow.addPath(circle(CENTRE - 58, y - 34, 132))
  drawInside(context, shadow, () => fill(context, crescent, GOLD), 'evenodd')
  fill(context, star(CENTRE - 44, y - 26, 40), GOLD)
  fill(context, star(CENTRE - 44, y - 26, 22, Math.PI / 8), '#132745')
}

/** Moon: a crescent and small stars on a night sky. */
export const qamar: CardTemplate = {
  paint(context, rise) {
    paintShades(context, rectangle(WHOLE), {
      y: 330,
      radius: 1650,
      stops: [
        [0, '#1c3763'],
        [0.5, '#10203a'],
        [1, '#0a1528'],
      ],
    })
    for (const [x, y, radius] of STARS) fill(context, star(x, y, radius), SILVER)
    drawScaled(context, { y: TOP, scale: 1 - (SHRINKING * rise) / (BOTTOM - TOP) }, () => moon(context))
    stroke(context, rectangle(expanded(WHOLE, -56), 26), SILVER, 1.6, 0.8)
    stroke(context, rectangle(expanded(WHOLE, -68), 18), SILVER, 1, 0.4)
  },
  event: {
    box: raisedBox({ x: 140, y: 540, width: 920, height: 322 }, SHRINKING),
    face: RUQAA,
    largest: 132,
    ink: PALE,
    openingInk: SILVER,
  },
  day: { baseline: 932, width: 920, ink: GOLD },
  guest: { ink: PALE, labelInk: GOLD, rule: '#8fa3c8' },
  paper: '#10203a',
  closing: { face: AMIRI, ink: SILVER },
  code: { ink: '#0a1528', captionInk: SILVER, radius: 22 },
}
