import { CARD_HEIGHT, CARD_WIDTH } from '@hudur/core/cards/geometry'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { type CardEventFields, prepareBackgrounds } from './backgrounds.ts'
import { encodeCanvas } from './canvas-file.ts'
import type { CardDrawing } from './paint-card.ts'

const JPEG_QUALITIES = [0.9, 0.75, 0.5]

/** The height of the upper part of a template's card, which names the event, in pixels of the card. Guest and code are below this part. */
const EVENT_PART_HEIGHT = 974

/**
 * Draws the picture that link previews of an event show: the part of its card that names the event, or the whole card with an uploaded
 * picture, whose texts may be anywhere. Returns a JPEG of the size `EVENT_PICTURE_SPEC`.
 */
export async function drawEventPicture(drawing: CardDrawing, event: CardEventFields): Promise<Blob> {
  const card = (await prepareBackgrounds(drawing, [event], CARD_WIDTH)).of(event)!
  const { width, height, maxBytes } = EVENT_PICTURE_SPEC
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.imageSmoothingQuality = 'high'

  // The background is the colour at the left edge of the card, slightly darkened.
  context.drawImage(card, 4, CARD_HEIGHT / 4, 1, 1, 0, 0, width, height)
  context.fillStyle = 'rgb(0 0 0 / 0.14)'
  context.fillRect(0, 0, width, height)

  const scale = height / (drawing.look.background.is === 'ready' ? EVENT_PART_HEIGHT : CARD_HEIGHT)
  context.shadowColor = 'rgb(0 0 0 / 0.35)'
  context.shadowBlur = 40
  context.drawImage(card, (width - CARD_WIDTH * scale) / 2, 0, CARD_WIDTH * scale, CARD_HEIGHT * scale)

  for (const quality of JPEG_QUALITIES) {
    const file = await encodeCanvas(canvas, { type: 'image/jpeg', quality })
    if (file.size <= maxBytes) return file
  }
  throw new Error('the picture of the event is too large')
}
