import { AMIRI_TYPEFACE } from '@hudur/core/cards/typefaces'
import { text } from '../../text/ar.ts'
import * as draw from '../drawing.ts'
import { CENTRE_X, WHOLE_CARD } from '../drawing.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PAPER_COLOUR = '#f7f6f2'
const CHARCOAL = '#2f3336'
const GREY = '#595f63'
const LINE_COLOUR = '#9aa0a3'

/** Serenity: a card of condolence, with a dark edge and no ornament. */
export const sakina: CardTemplate = {
  words: text.card.condolence,
  paint(context) {
    draw.ground(context, CHARCOAL)
    draw.fill(context, draw.rectangle(draw.expanded(WHOLE_CARD, -36)), PAPER_COLOUR)
    draw.frame(context, { inset: 56 }, LINE_COLOUR, 1.4)
    draw.line(context, { from: CENTRE_X - 60, to: CENTRE_X + 60, y: 276, ink: LINE_COLOUR, width: 1.6 })
  },
  heading: () => ({ text: text.card.basmala, x: CENTRE_X, baseline: 216, face: AMIRI_TYPEFACE, size: 44, ink: CHARCOAL }),
  event: { box: raisedBox({ y: 330, width: 860, height: 492 }), face: AMIRI_TYPEFACE, largest: 116, ink: CHARCOAL, openingInk: GREY },
  day: { baseline: 926, width: 900, ink: CHARCOAL },
  guest: { ink: CHARCOAL, labelInk: GREY, rule: LINE_COLOUR },
  paper: PAPER_COLOUR,
  closing: { face: AMIRI_TYPEFACE, ink: CHARCOAL },
  code: { ink: '#16191b', captionInk: GREY, radius: 0, frames: [{ ink: LINE_COLOUR, width: 2 }] },
}
