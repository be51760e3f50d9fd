import { AMIRI_TYPEFACE, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import { text } from '../../text/ar.ts'
import * as draw from '../drawing.ts'
import { CENTRE_X } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const GREEN = '#0f4a38'
const GOLD = '#9a7530'
const GOLD_TEXT_COLOUR = '#7c5a14'
const THREAD_COLOUR = '#d9bd7d'
const TEXT_COLOUR = '#23291f'

const SPANDREL_PATH =
  'M60 60H1140V660H1104C1104 420 882 352 738 268C660 222 616 188 600 132C584 188 540 222 462 268C318 352 96 420 96 660H60Z'
const ARCH_PATH = 'M96 1704V660C96 420 318 352 462 268C540 222 584 188 600 132C616 188 660 222 738 268C882 352 1104 420 1104 660V1704Z'
const INNER_ARCH_PATH =
  'M114 1686V662C114 436 330 368 470 288C544 244 586 212 600 170C614 212 656 244 730 288C870 368 1086 436 1086 662V1686Z'
const BORDER_PATH = 'M60 660H96V1704H1104V660H1140V1740H60Z'

function drawBorderStars(context: Canvas2D) {
  context.save()
  context.globalAlpha = 0.8
  for (let y = 700; y < 1700; y += 42) draw.mirrored(context, () => draw.fill(context, draw.star(78, y, 7), THREAD_COLOUR))
  for (let x = 96; x <= 1104; x += 42) draw.fill(context, draw.star(x, 1722, 7), THREAD_COLOUR)
  context.restore()
}

/** Covenant: an ogee arch on green lattice. */
export const mithaq: CardTemplate = {
  paint(context) {
    draw.shadedGround(context, { y: 828, radius: 1350, colours: ['#fffdf6', '#f6efdd'] })
    const spandrels = new Path2D(SPANDREL_PATH)
    draw.fill(context, spandrels, GREEN)
    draw.clipped(context, spandrels, () =>
      draw.stroke(context, draw.lattice({ x: 60, y: 60, width: 1080, height: 600 }, 84, { x: 516, y: 6 }), THREAD_COLOUR, 1.4, 0.62),
    )
    draw.stroke(context, new Path2D(ARCH_PATH), GOLD, 5)
    draw.stroke(context, new Path2D(INNER_ARCH_PATH), GOLD, 1.6)
    draw.frame(context, { inset: 60 }, GOLD, 3)
    draw.fill(context, new Path2D(BORDER_PATH), GREEN)
    drawBorderStars(context)
  },
  heading: () => ({ text: text.card.basmala, x: CENTRE_X, baseline: 352, face: AMIRI_TYPEFACE, size: 38, ink: GOLD_TEXT_COLOUR }),
  event: {
    box: raisedBox({ y: 410, width: 840, height: 422 }, 0.12),
    face: RUQAA_TYPEFACE,
    largest: 148,
    ink: GREEN,
    openingInk: TEXT_COLOUR,
  },
  day: { baseline: 926, width: 860, ink: TEXT_COLOUR },
  guest: { ink: TEXT_COLOUR, labelInk: GOLD_TEXT_COLOUR, rule: GOLD },
  paper: '#fdf9ef',
  closing: { face: RUQAA_TYPEFACE, ink: GREEN },
  code: {
    ink: '#10241c',
    captionInk: GOLD_TEXT_COLOUR,
    radius: 10,
    frames: [
      { by: 12, radius: 14, ink: GOLD, width: 1.2 },
      { ink: GOLD, width: 4 },
    ],
  },
}
