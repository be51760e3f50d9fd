import {
  type CardLook,
  type CardWords,
  codeBoxes,
  type GuestWords,
  layoutBackground,
  layoutGuest,
  type Mark,
  riseOf,
  sizesOf,
} from '@hudur/core'
import { drawLine, expanded, fill, rectangle, star, stroke, WHOLE } from './card-shapes.ts'
import { drawCode, type Modules } from './draw-code.ts'
import { type Canvas2D, paintText } from './paint-text.ts'
import type { CardTemplate } from './templates/template.ts'
import { templateOf } from './templates.ts'
import type { TextShaper } from './text-shaper.ts'

/** The look of a card, with its background image already cropped to the card's size. */
export type CardDrawing = { look: CardLook; picture: CanvasImageSource | undefined }

/** What a card is drawn with: a canvas context and a text shaper. */
type Pen = { context: Canvas2D; shaper: TextShaper }

const GOLD = '#a8853c'
const PICTURE_CODE = { radius: 12, ink: '#000000' }

/** Paints the parts of a card that are the same for every guest, at any scale. `paintGuest` then paints each guest's parts on a copy. */
export function paintBackground({ context, shaper }: Pen, { look, picture }: CardDrawing, words: CardWords) {
  const template = templateOf(look)
  if (template) template.paint(context, riseOf(template, look))
  else if (picture) context.drawImage(picture, WHOLE.x, WHOLE.y, WHOLE.width, WHOLE.height)
  else fill(context, rectangle(WHOLE), '#ffffff')
  paintMarks({ context, shaper }, layoutBackground({ look, template, measure: shaper.measure }, words), template)
}

/** Paints what belongs to one guest: the name, the number of people and the code. */
export function paintGuest({ context, shaper }: Pen, look: CardLook, { modules, ...words }: GuestWords & { modules: Modules }) {
  const template = templateOf(look)
  paintMarks({ context, shaper }, layoutGuest({ look, template, measure: shaper.measure }, words), template)
  // The white box is painted after the name, so that the name never covers the code.
  const { box, code } = codeBoxes(look.places.code, sizesOf(look), modules.length)
  const { radius, ink } = template?.code ?? PICTURE_CODE
  fill(context, rectangle(box, radius), '#ffffff')
  drawCode(context, modules, code, ink)
}

function paintMarks({ context, shaper }: Pen, marks: readonly Mark[], template: CardTemplate | undefined) {
  for (const mark of marks)
    switch (mark.is) {
      case 'text':
        paintText(context, mark, shaper)
        break
      case 'rule':
        drawLine(context, mark)
        break
      case 'star':
        fill(context, star(mark.x, mark.y, mark.radius), mark.ink)
        break
      case 'paper':
        fill(context, rectangle(mark.box, mark.radius), mark.ink)
        break
      case 'plate':
        fill(context, rectangle(mark.box, mark.radius), mark.paper)
        stroke(context, rectangle(expanded(mark.box, -7), mark.radius / 2), GOLD, 1.4)
        break
      case 'code-frame':
        template?.code.frame?.(context, mark.box)
    }
}
