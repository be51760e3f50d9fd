import { codeBoxes } from '@hudur/core/cards/geometry'
import { type CardElement, type CardGuestTexts, type CardTexts, layoutBackground, layoutGuest } from '@hudur/core/cards/layout'
import type { CardLook } from '@hudur/core/cards/look'
import { cardSizesOf, eventTextRise } from '@hudur/core/cards/parts'
import { drawQrCode, type QrModules } from './draw-code.ts'
import * as draw from './drawing.ts'
import { type Canvas2D, paintText } from './paint-text.ts'
import type { CardTemplate } from './templates/template.ts'
import { templateOf } from './templates.ts'
import type { TextShaper } from './text-shaper.ts'

/** The look of a card, with its background image already cropped to the card's size. */
export type CardDrawing = { look: CardLook; picture: CanvasImageSource | undefined }

type ContextAndShaper = { context: Canvas2D; shaper: TextShaper }

const GOLD = '#a8853c'
const CODE_STYLE_ON_PICTURE = { radius: 12, ink: '#000000' }

/** Paints the parts of a card that are the same for every guest, at any scale. `paintGuestParts` then paints each guest's parts on a copy. */
export function paintBackground({ context, shaper }: ContextAndShaper, { look, picture }: CardDrawing, words: CardTexts) {
  const template = templateOf(look)
  if (template) template.paint(context, eventTextRise(template, look))
  else if (picture) context.drawImage(picture, draw.WHOLE_CARD.x, draw.WHOLE_CARD.y, draw.WHOLE_CARD.width, draw.WHOLE_CARD.height)
  else draw.ground(context, '#ffffff')
  paintCardElements({ context, shaper }, layoutBackground({ look, template, ...shaper }, words), template)
}

/** Paints the texts of a card that concern one guest: the name and the number of people. */
export function paintGuestTexts({ context, shaper }: ContextAndShaper, look: CardLook, words: CardGuestTexts) {
  const template = templateOf(look)
  paintCardElements({ context, shaper }, layoutGuest({ look, template, ...shaper }, words), template)
}

/** Paints the parts of a card that concern one guest: the texts and the code. */
export function paintGuestParts(
  { context, shaper }: ContextAndShaper,
  look: CardLook,
  { modules, ...words }: CardGuestTexts & { modules: QrModules },
) {
  paintGuestTexts({ context, shaper }, look, words)
  const template = templateOf(look)
  // The white box is painted after the name, so that the name never covers the code.
  const { box, code } = codeBoxes(look.places.code, cardSizesOf(look), modules.length)
  const { radius, ink } = template?.code ?? CODE_STYLE_ON_PICTURE
  draw.fill(context, draw.rectangle(box, radius), '#ffffff')
  drawQrCode(context, modules, code, ink)
}

function paintCardElements({ context, shaper }: ContextAndShaper, marks: readonly CardElement[], template: CardTemplate | undefined) {
  for (const mark of marks)
    switch (mark.is) {
      case 'text':
        paintText(context, mark, shaper)
        break
      case 'rule':
        draw.line(context, mark)
        break
      case 'star':
        draw.fill(context, draw.star(mark.x, mark.y, mark.radius), mark.ink)
        break
      case 'paper':
        draw.fill(context, draw.rectangle(mark.box, mark.radius), mark.ink)
        break
      case 'plate':
        draw.fill(context, draw.rectangle(mark.box, mark.radius), mark.paper)
        draw.stroke(context, draw.rectangle(draw.expanded(mark.box, -7), mark.radius / 2), GOLD, 1.4)
        break
      case 'code-frame':
        for (const { by = 0, radius = template?.code.radius, ink, width } of template?.code.frames ?? [])
          draw.stroke(context, draw.rectangle(draw.expanded(mark.box, by), radius), ink, width)
    }
}
