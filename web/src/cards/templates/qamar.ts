import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const SILVER = '#c9d4ea'
const GOLD = '#e3c88b'
const PALE_BLUE = '#f3f5fb'

/** The y of the moon's lower edge. The moon shrinks towards `SHRINK_ORIGIN_Y` by a share of `rise` (see `CardTemplate`). */
const MOON_BOTTOM_Y = 488
const SHRINK_ORIGIN_Y = 120
const SHRINK_FACTOR = 0.6

/** The stars, placed by hand: x, y and radius. */
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

function drawMoon(context: Canvas2D) {
  const y = 330
  draw.stroke(context, draw.circle(CENTRE_X, y, 300), SILVER, 1.3, 0.1)
  draw.stroke(context, draw.circle(CENTRE_X, y, 252), SILVER, 1.3, 0.16)
  draw.stroke(context, draw.circle(CENTRE_X, y, 206), SILVER, 1.3, 0.26)
  const shadow = new Path2D()
  shadow.rect(0, 0, WHOLE_CARD.width, WHOLE_CARD.height)
  shadow.addPath(draw.circle(CENTRE_X - 58, y - 34, 132))
  draw.clipped(context, shadow, () => draw.fill(context, draw.circle(CENTRE_X, y, 158), GOLD), 'evenodd')
  draw.fill(context, draw.star(CENTRE_X - 44, y - 26, 40), GOLD)
  draw.fill(context, draw.star(CENTRE_X - 44, y - 26, 22, Math.PI / 8), '#132745')
}

/** Moon: a crescent and small stars on a night sky. */
export const qamar: CardTemplate = {
  paint(context, rise) {
    draw.shadedGround(context, { y: 330, radius: 1650, colours: ['#1c3763', '#10203a', '#0a1528'] })
    for (const [x, y, radius] of STARS) draw.fill(context, draw.star(x, y, radius), SILVER)
    draw.scaled(context, { y: SHRINK_ORIGIN_Y, scale: 1 - (SHRINK_FACTOR * rise) / (MOON_BOTTOM_Y - SHRINK_ORIGIN_Y) }, () =>
      drawMoon(context),
    )
    draw.frame(context, { inset: 56, radius: 26 }, SILVER, 1.6, 0.8)
    draw.frame(context, { inset: 68, radius: 18 }, SILVER, 1, 0.4)
  },
  event: {
    box: raisedBox({ y: 540, width: 920, height: 322 }, SHRINK_FACTOR),
    face: RUQAA_TYPEFACE,
    largest: 132,
    ink: PALE_BLUE,
    openingInk: SILVER,
  },
  day: { baseline: 932, width: 920, ink: GOLD },
  guest: { ink: PALE_BLUE, labelInk: GOLD, rule: '#8fa3c8' },
  paper: '#10203a',
  closing: { face: AMIRI_TYPEFACE, ink: SILVER },
  code: { ink: '#0a1528', captionInk: SILVER, radius: 22 },
}
