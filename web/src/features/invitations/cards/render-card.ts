import { CARD_HEIGHT, CARD_WIDTH, type Invitation } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { cardDay } from '../../../text/format.ts'
import { loadCardFonts } from './card-fonts.ts'
import { type CardDrawing, type CardWords, drawGround, drawGuest, sizesOf } from './draw-card.ts'
import { codeModules } from './draw-code.ts'

const PNG_QUALITY = 0.95

/** What an invitation's card says to every guest of the event. */
const wordsOf = ({ eventName, eventDate }: Invitation, { look }: CardDrawing): CardWords => ({
  eventName,
  day: cardDay(eventDate, look.day),
})

/** Whom the card addresses: its guest, or whoever comes with it. */
const nameOn = ({ guestName }: Invitation) => guestName || text.card.anyGuest

/** An event to the letter: «أحمد» and «احمد» are one event, but each card says what was written. */
const spellingOf = ({ eventName, eventDate }: Invitation) => JSON.stringify([eventName, eventDate])

function canvasOf(width: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * CARD_HEIGHT) / CARD_WIDTH)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.scale(width / CARD_WIDTH, width / CARD_WIDTH)
  return { canvas, context }
}

/** What cards share with those whose event is written the same. `of` knows the invitations they were prepared for. */
export type Grounds = { drawing: CardDrawing; of: (invitation: Invitation) => HTMLCanvasElement | undefined }

/** Waits for the faces of all these cards. Each ground is painted when it is first asked for, and once. */
export async function prepareGrounds(drawing: CardDrawing, invitations: readonly Invitation[], width: number): Promise<Grounds> {
  const events = new Map(invitations.map(invitation => [spellingOf(invitation), invitation]))
  const words = new Map([...events].map(([spelling, invitation]) => [spelling, wordsOf(invitation, drawing)]))
  const guestNames = invitations.map(nameOn)
  await loadCardFonts([...[...words.values()].flatMap(({ eventName, day }) => [eventName, day]), ...drawing.look.lines, ...guestNames])
  const painted = new Map<string, HTMLCanvasElement>()
  return {
    drawing,
    of(invitation) {
      const spelling = spellingOf(invitation)
      const said = words.get(spelling)
      const ground = painted.get(spelling) ?? (said && paintGround(drawing, said, width))
      if (ground) painted.set(spelling, ground)
      return ground
    },
  }
}

function paintGround(drawing: CardDrawing, words: CardWords, width: number) {
  const { canvas, context } = canvasOf(width)
  drawGround(context, drawing, words)
  return canvas
}

/** One guest's card on a canvas, over a ground of the same width. */
export function paintCard(canvas: HTMLCanvasElement, ground: HTMLCanvasElement, { look }: CardDrawing, invitation: Invitation) {
  canvas.width = ground.width
  canvas.height = ground.height
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(ground, 0, 0)
  context.scale(ground.width / CARD_WIDTH, ground.width / CARD_WIDTH)
  drawGuest(context, look, { guestName: nameOn(invitation), modules: codeModules(invitation, sizesOf(look).code, look.code.holds) })
}

const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the card could not be written as PNG'))), 'image/png', PNG_QUALITY),
  )

/** Makes PNG files of cards, one after another on one canvas. */
export async function cardRenderer(drawing: CardDrawing, invitations: readonly Invitation[]) {
  const grounds = await prepareGrounds(drawing, invitations, CARD_WIDTH)
  const { canvas } = canvasOf(CARD_WIDTH)
  return {
    renderCard(invitation: Invitation): Promise<Blob> {
      const ground = grounds.of(invitation)
      if (!ground) throw new Error('no ground: the card is not one of those it was made for')
      paintCard(canvas, ground, drawing, invitation)
      return toPng(canvas)
    },
  }
}
