import { AMIRI } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { CENTRE, drawLine, expanded, fill, rectangle, stroke, WHOLE } from '../card-shapes.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PAPER = '#f7f6f2'
const CHARCOAL = '#2f3336'
const GREY = '#595f63'
const LINE = '#9aa0a3'

/** Serenity: a card of condolence, with a dark edge and no ornament. */
export const sakina: CardTemplate = {
  words: text.card.condolence,
  paint(context) {
    fill(context, rectangle(WHOLE), CHARCOAL)
    fill(context, rectangle(expanded(WHOLE, -36)), PAPER)
    stroke(context, rectangle(expanded(WHOLE, -56)), LINE, 1.4)
    drawLine(context, { from: CENTRE - 60, to: CENTRE + 60, y: 276, ink: LINE, width: 1.6 })
  },
  heading: () => ({ text: text.card.basmala, x: CENTRE, baseline: 216, face: AMIRI, size: 44, ink: CHARCOAL }),
  event: { box: raisedBox({ x: 170, y: 330, width: 860, height: 492 }), face: AMIRI, largest: 116, ink: CHARCOAL, openingInk: GREY },
  day: { baseline: 926, width: 900, ink: CHARCOAL },
  guest: { ink: CHARCOAL, labelInk: GREY, rule: LINE },
  paper: PAPER,
  closing: { face: AMIRI, ink: CHARCOAL },
  code: {
    ink: '#16191b',
    captionInk: GREY,
    radius: 0,
    frame: (context, box) => stroke(context, rectangle(box), LINE, 2),
  },
}
