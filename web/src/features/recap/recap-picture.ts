import { CARD_WIDTH, DEFAULT_POSITIONS } from '@hudur/core/cards/geometry'
import { type CardElement, layoutBackground, layoutGuest } from '@hudur/core/cards/layout'
import { type CardLook, NAME_SIZE_LIMITS } from '@hudur/core/cards/look'
import { eventTextRise } from '@hudur/core/cards/parts'
import { type CardEventFields, createCardCanvas, eventWordsOf } from '../../cards/backgrounds.ts'
import { encodeCanvas } from '../../cards/canvas-file.ts'
import { loadTextShaper, typefacesOfLook } from '../../cards/card-fonts.ts'
import * as draw from '../../cards/drawing.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { type Canvas2D, fallbackMeasurer, paintText } from '../../cards/paint-text.ts'
import { templateOf } from '../../cards/templates.ts'
import type { TextShaper } from '../../cards/text-shaper.ts'
import { toArabicDigits } from '../../text/card-format.ts'

/** The place of the line with the figures, in percent of the card: between the day and the place of the code, which the picture lacks. */
const FIGURES_POSITION = { x: 50, y: 68 }

/** Returns the look of the picture: that of the event's cards without their lines, with large figures in place of a guest's name. */
const pictureLookOf = (look: CardLook): CardLook => ({
  ...look,
  places: { ...DEFAULT_POSITIONS, name: FIGURES_POSITION },
  name: { ...look.name, size: NAME_SIZE_LIMITS.max, align: 'center' },
  ...{ panel: true, table: false, time: '', place: '', lines: [], house: [] },
})

function paintElement(context: Canvas2D, element: CardElement, shaper: TextShaper) {
  if (element.is === 'text') paintText(context, element, shaper)
  else if (element.is === 'rule') draw.line(context, element)
  else if (element.is === 'star') draw.fill(context, draw.star(element.x, element.y, element.radius), element.ink)
  else if (element.is === 'plate') draw.fill(context, draw.rectangle(element.box, element.radius), element.paper)
}

/**
 * Draws a picture of the size of a card, in the dress of the event's cards: the event, its day, and `figures` with a line below them in place of
 * the guest and the code. Returns a PNG.
 */
export async function drawRecapPicture(
  { look, picture }: CardDrawing,
  event: CardEventFields,
  { figures, below }: { figures: string; below: string },
): Promise<Blob> {
  const shown = pictureLookOf(look)
  const { canvas, context } = createCardCanvas(CARD_WIDTH)
  const shaper = await loadTextShaper(typefacesOfLook(shown), fallbackMeasurer(context))
  const template = templateOf(shown)
  if (template) template.paint(context, eventTextRise(template, shown))
  else if (picture) context.drawImage(picture, 0, 0, draw.WHOLE_CARD.width, draw.WHOLE_CARD.height)
  const card = { look: shown, template, ...shaper }
  const said = { ...eventWordsOf(event, { look: shown, picture }), ...{ opening: '', to: '', closing: '', practical: '' } }
  const elements = [...layoutBackground(card, said), ...layoutGuest(card, { guestName: toArabicDigits(figures), persons: below })]
  for (const element of elements) paintElement(context, element, shaper)
  return encodeCanvas(canvas, { type: 'image/png' })
}
