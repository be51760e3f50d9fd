import { AMIRI_TYPEFACE, KUFI_TYPEFACE } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PAPER_COLOUR = '#f7f2e7'
const NAVY = '#1d2b40'
const BRONZE = '#8a6a2c'
const LABEL_COLOUR = '#6d5118'

/** Draws a chain of stars between two lines, all around the card. */
function drawBorder(context: Canvas2D) {
  draw.frame(context, { inset: 40 }, NAVY, 7)
  draw.frame(context, { inset: 54 }, BRONZE, 1.4)
  draw.frame(context, { inset: 98 }, BRONZE, 1.4)
  draw.frame(context, { inset: 106 }, NAVY, 2.4)
  const drawChainLink = (x: number, y: number) => {
    draw.stroke(context, draw.star(x, y, 17), BRONZE, 1.3)
    draw.fill(context, draw.star(x, y, 6), BRONZE)
  }
  for (let step = 0; step <= 26; step++) for (const y of [76, 1724]) drawChainLink(76 + (step * 1048) / 26, y)
  for (let step = 1; step < 41; step++) for (const x of [76, 1124]) drawChainLink(x, 76 + (step * 1648) / 41)
}

function drawSeal(context: Canvas2D) {
  const y = 268
  draw.stroke(context, draw.star(CENTRE_X, y, 84), NAVY, 3)
  draw.stroke(context, draw.star(CENTRE_X, y, 72), NAVY, 1.2)
  draw.stroke(context, draw.star(CENTRE_X, y, 56, Math.PI / 8), BRONZE, 1.6)
  draw.fill(context, draw.star(CENTRE_X, y, 34), BRONZE)
  draw.fill(context, draw.star(CENTRE_X, y, 15, Math.PI / 8), PAPER_COLOUR)
  for (const from of [230, 710]) {
    draw.line(context, { from, to: from + 260, y: y - 4, ink: NAVY, width: 2.4 })
    draw.line(context, { from, to: from + 260, y: y + 4, ink: BRONZE, width: 1.2 })
  }
}

/** Court: a document with a bordered page and a seal. */
export const diwan: CardTemplate = {
  paint(context) {
    draw.ground(context, PAPER_COLOUR)
    draw.fill(context, draw.rectangle(draw.expanded(WHOLE_CARD, -106)), '#fffdf7')
    drawBorder(context)
    drawSeal(context)
  },
  event: { box: raisedBox({ y: 390, width: 820, height: 432 }), face: KUFI_TYPEFACE, largest: 112, ink: NAVY, openingInk: '#2b2618' },
  day: { baseline: 920, width: 820, ink: '#2b2618' },
  guest: { ink: '#1b2230', labelInk: LABEL_COLOUR, rule: BRONZE },
  paper: '#fffdf7',
  closing: { face: AMIRI_TYPEFACE, ink: NAVY },
  code: {
    ink: '#101a2a',
    captionInk: LABEL_COLOUR,
    radius: 2,
    frames: [
      { by: 10, radius: 0, ink: BRONZE, width: 1.2 },
      { radius: 0, ink: NAVY, width: 4 },
    ],
  },
}
