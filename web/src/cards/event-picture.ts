import { CARD_HEIGHT, CARD_WIDTH, EVENT_PICTURE } from '@hudur/core'
import { type EventWords, prepareBackgrounds } from './backgrounds.ts'
import { canvasFile } from './canvas-file.ts'
import type { CardDrawing } from './paint-card.ts'

/** The quality with which a JPEG is tried first, and the last one. */
const QUALITIES = [0.9, 0.75, 0.5]

/** The height of the part of a template's card that names the event, in pixels of the card; below it are the guest and the code. */
const EVENT_PART = 974

/**
 * Draws the picture that previews of an event's links show: the part of its card that names the event, on the card's own colour. Of a card
 * with an uploaded picture it shows the whole, because the event may stand anywhere on it. Returns a JPEG of the size `EVENT_PICTURE`.
 */
export async function drawEventPicture(drawing: CardDrawing, event: EventWords): Promise<Blob> {
  const card = (await prepareBackgrounds(drawing, [event], CARD_WIDTH)).of(event)!
  const { width, height, maxBytes } = EVENT_PICTURE
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.imageSmoothingQuality = 'high'

  // The ground is the colour at the edge of the card, a little darker.
  context.drawImage(card, 4, CARD_HEIGHT / 4, 1, 1, 0, 0, width, height)
  context.fillStyle = 'rgb(0 0 0 / 0.14)'
  context.fillRect(0, 0, width, height)

  const scale = height / (drawing.look.background.is === 'ready' ? EVENT_PART : CARD_HEIGHT)
  context.shadowColor = 'rgb(0 0 0 / 0.35)'
  context.shadowBlur = 40
  context.drawImage(card, (width - CARD_WIDTH * scale) / 2, 0, CARD_WIDTH * scale, CARD_HEIGHT * scale)

  for (const quality of QUALITIES) {
    const file = await canvasFile(canvas, { type: 'image/jpeg', quality })
    if (file.size <= maxBytes) return file
  }
  throw new Error('the picture of the event is too large')
}
