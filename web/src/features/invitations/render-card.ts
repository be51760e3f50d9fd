import { CARD_HEIGHT, CARD_WIDTH, type Invitation } from '@hudur/core'
import { cardDay } from '../../text/format.ts'
import { loadCardFonts } from './card-fonts.ts'
import { type CardLook, type CardWords, drawGround, drawGuest, sizesOf } from './draw-card.ts'
import { codeModules } from './draw-code.ts'

const PNG_QUALITY = 0.95

/** What an invitation's card says to every guest of the event. */
export const wordsOf = ({ eventName, eventDate }: Pick<Invitation, 'eventName' | 'eventDate'>): CardWords => ({
  eventName,
  day: cardDay(eventDate),
})

function canvasOf(width: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * CARD_HEIGHT) / CARD_WIDTH)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.scale(width / CARD_WIDTH, width / CARD_WIDTH)
  return { canvas, context }
}

/** What all cards of an event share, drawn once at this width. The faces must be loaded. */
export function paintGround(look: CardLook, words: CardWords, width: number): HTMLCanvasElement {
  const { canvas, context } = canvasOf(width)
  drawGround(context, look, words)
  return canvas
}

/** One guest's card on a canvas, over a ground of the same width. */
export function paintCard(canvas: HTMLCanvasElement, ground: HTMLCanvasElement, look: CardLook, invitation: Invitation) {
  canvas.width = ground.width
  canvas.height = ground.height
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(ground, 0, 0)
  context.scale(ground.width / CARD_WIDTH, ground.width / CARD_WIDTH)
  drawGuest(context, look, { guestName: invitation.guestName, modules: codeModules(invitation, sizesOf(look).code) })
}

const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the card could not be written as PNG'))), 'image/png', PNG_QUALITY),
  )

/** Makes PNG files of one event's cards, one after another on one canvas. */
export async function cardRenderer(look: CardLook, invitations: readonly Invitation[]) {
  const [first] = invitations
  if (!first) throw new Error('no cards to render')
  const words = wordsOf(first)
  await loadCardFonts([words.eventName, words.day, ...invitations.map(({ guestName }) => guestName)])
  const ground = paintGround(look, words, CARD_WIDTH)
  const { canvas } = canvasOf(CARD_WIDTH)
  return {
    renderCard(invitation: Invitation): Promise<Blob> {
      paintCard(canvas, ground, look, invitation)
      return toPng(canvas)
    },
  }
}
