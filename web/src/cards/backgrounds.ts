import { CARD_HEIGHT, CARD_WIDTH, type CardWords, type Invitation, sizesOf } from '@hudur/core'
import { text } from '../text/ar.ts'
import { cardDay, cardPersons, cardTime } from '../text/format.ts'
import { facesOf, loadShaper } from './card-fonts.ts'
import { codeModules } from './draw-code.ts'
import { type CardDrawing, paintBackground, paintGuest } from './paint-card.ts'
import { type Canvas2D, measureOtherWith } from './paint-text.ts'
import type { TextShaper } from './text-shaper.ts'

export type CardCanvas = HTMLCanvasElement | OffscreenCanvas

/** What an invitation's card says to every guest of the event. */
const wordsOf = ({ eventName, eventDate }: Invitation, { look: { day, time, place, lines } }: CardDrawing): CardWords => ({
  eventName,
  day: cardDay(eventDate, day),
  lines: [cardTime(time), place, ...lines].filter(said => said.trim() !== ''),
  opening: text.card.opening,
  to: text.card.to,
  closing: text.card.closing,
  practical: text.card.practical,
})

/** Whom the card addresses, its guest or whoever comes with it, and for how many people it is. */
export const guestOn = ({ guestName, maxScans }: Invitation) => ({
  guestName: guestName || text.card.anyGuest,
  persons: cardPersons(maxScans),
})

/** An event to the letter: «أحمد» and «احمد» are one event, but each card says what was written. */
const spellingOf = ({ eventName, eventDate }: Invitation) => JSON.stringify([eventName, eventDate])

/** In a worker there is no document. */
const canvasFor = (width: number, height: number): CardCanvas =>
  typeof document === 'undefined' ? new OffscreenCanvas(width, height) : Object.assign(document.createElement('canvas'), { width, height })

/** What a worker draws is read back, card for card. */
const contextOf = (canvas: CardCanvas) =>
  canvas.getContext('2d', { willReadFrequently: typeof document === 'undefined' }) as Canvas2D | null

/** A clear canvas for a card of this width, on which the card's own pixels are drawn. */
export function cardCanvas(width: number) {
  const canvas = canvasFor(width, Math.round((width * CARD_HEIGHT) / CARD_WIDTH))
  const context = contextOf(canvas)
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.scale(width / CARD_WIDTH, width / CARD_WIDTH)
  return { canvas, context }
}

/** What cards share with those whose event is written the same. `of` knows the invitations they were prepared for. */
export type Backgrounds = { drawing: CardDrawing; shaper: TextShaper; of: (invitation: Invitation) => CardCanvas | undefined }

/** Waits for the fonts of these cards. Each background is painted when it is first asked for, and once. */
export async function prepareBackgrounds(drawing: CardDrawing, invitations: readonly Invitation[], width: number): Promise<Backgrounds> {
  const events = new Map(invitations.map(invitation => [spellingOf(invitation), invitation]))
  const words = new Map([...events].map(([spelling, invitation]) => [spelling, wordsOf(invitation, drawing)]))
  const shaper = await loadShaper(facesOf(drawing.look), measureOtherWith(cardCanvas(1).context))
  const painted = new Map<string, CardCanvas>()
  return {
    drawing,
    shaper,
    of(invitation) {
      const spelling = spellingOf(invitation)
      const said = words.get(spelling)
      const background = painted.get(spelling) ?? (said && paintEvent({ drawing, shaper }, said, width))
      if (background) painted.set(spelling, background)
      return background
    },
  }
}

type Shared = Pick<Backgrounds, 'drawing' | 'shaper'>

function paintEvent({ drawing, shaper }: Shared, words: CardWords, width: number) {
  const { canvas, context } = cardCanvas(width)
  paintBackground({ context, shaper }, drawing, words)
  return canvas
}

export const modulesOf = ({ look }: CardDrawing, invitation: Invitation) => codeModules(invitation, sizesOf(look).code, look.code.holds)

/** Paints what is an invitation's own, on a context in the card's own pixels. */
export function paintInvitation(context: Canvas2D, { drawing, shaper }: Shared, invitation: Invitation) {
  paintGuest({ context, shaper }, drawing.look, { ...guestOn(invitation), modules: modulesOf(drawing, invitation) })
}

/** One guest's card on a canvas, over a background of the same width. */
export function paintCard(canvas: CardCanvas, background: CardCanvas, shared: Shared, invitation: Invitation) {
  canvas.width = background.width
  canvas.height = background.height
  const context = contextOf(canvas)
  if (!context) return
  context.drawImage(background, 0, 0)
  context.scale(background.width / CARD_WIDTH, background.width / CARD_WIDTH)
  paintInvitation(context, shared, invitation)
}
