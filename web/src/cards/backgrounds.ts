import { CARD_HEIGHT, CARD_WIDTH } from '@hudur/core/cards/geometry'
import type { CardTexts } from '@hudur/core/cards/layout'
import { cardSizesOf } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { text } from '../text/ar.ts'
import { formatCardDay, formatCardPeople, formatCardTable, formatCardTime } from '../text/card-format.ts'
import { loadTextShaper, typefacesOfLook } from './card-fonts.ts'
import { qrModulesForSize } from './draw-code.ts'
import { getOrCreate } from './get-or-create.ts'
import { type CardDrawing, paintBackground, paintGuestParts } from './paint-card.ts'
import { type Canvas2D, fallbackMeasurer } from './paint-text.ts'
import { templateOf } from './templates.ts'
import type { TextShaper } from './text-shaper.ts'

export type CardCanvas = HTMLCanvasElement | OffscreenCanvas

/** The fields of an invitation that its background depends on: invitations with the same fields share one background. */
export type CardEventFields = Pick<Invitation, 'eventName' | 'eventDate'>

/** Returns the texts that are the same on every card of the event. */
export const eventWordsOf = ({ eventName, eventDate }: CardEventFields, { look }: CardDrawing): CardTexts => ({
  eventName,
  day: formatCardDay(eventDate, look.day),
  lines: [formatCardTime(look.time), look.place, ...look.lines, ...look.house].filter(said => said.trim() !== ''),
  opening: text.card.opening,
  to: text.card.to,
  closing: text.card.closing,
  practical: text.card.practical,
  ...templateOf(look)?.words,
})

/** Returns a guest's texts: the name, or a general wording without one, and the line with the number of people, its children, and, if shown, the table. */
export const guestWordsOf = (
  { guestName, maxScans, children, table }: Pick<Invitation, 'guestName' | 'maxScans' | 'table'> & { children?: number },
  { look }: Pick<CardDrawing, 'look'>,
) => ({
  guestName: guestName || text.card.anyGuest,
  persons: [formatCardPeople(maxScans, children), look.table && table ? formatCardTable(table) : '']
    .filter(Boolean)
    .join(text.card.between),
})

/** Returns a key of the exact spelling: «أحمد» and «احمد» are the same event, but each card shows the spelling of its invitation. */
const spellingKeyOf = ({ eventName, eventDate }: CardEventFields) => JSON.stringify([eventName, eventDate])

/** Creates a canvas of this size in pixels. A worker has no document, so it gets an OffscreenCanvas. */
const createCanvas = (width: number, height: number): CardCanvas =>
  typeof document === 'undefined' ? new OffscreenCanvas(width, height) : Object.assign(document.createElement('canvas'), { width, height })

/** Returns the canvas's 2D context; null if the browser cannot create it. A worker reads the pixels of every card, so they stay in memory. */
const context2dOf = (canvas: CardCanvas) =>
  canvas.getContext('2d', { willReadFrequently: typeof document === 'undefined' }) as Canvas2D | null

/** Returns an empty canvas for a card of this width in pixels, scaled so that drawing uses the card's own pixels. */
export function createCardCanvas(width: number) {
  const canvas = createCanvas(width, Math.round((width * CARD_HEIGHT) / CARD_WIDTH))
  const context = context2dOf(canvas)
  if (!context) throw new Error('no canvas: the browser has run out of memory for pictures')
  context.scale(width / CARD_WIDTH, width / CARD_WIDTH)
  return { canvas, context }
}

/** The backgrounds of cards, one for each spelling of an event. `of` returns that of an invitation of the prepared list. */
export type Backgrounds = { drawing: CardDrawing; shaper: TextShaper; of: (invitation: CardEventFields) => CardCanvas | undefined }

/** Loads the fonts of these cards. Each background is painted once, when it is first requested. */
export async function prepareBackgrounds(
  drawing: CardDrawing,
  invitations: readonly CardEventFields[],
  width: number,
): Promise<Backgrounds> {
  const events = new Map(invitations.map(invitation => [spellingKeyOf(invitation), invitation]))
  const words = new Map([...events].map(([spelling, invitation]) => [spelling, eventWordsOf(invitation, drawing)]))
  const shaper = await loadTextShaper(typefacesOfLook(drawing.look), fallbackMeasurer(createCardCanvas(1).context))
  const painted = new Map<string, CardCanvas>()
  return {
    drawing,
    shaper,
    of(invitation) {
      const spelling = spellingKeyOf(invitation)
      const said = words.get(spelling)
      return said && getOrCreate(painted, spelling, () => paintEventBackground({ drawing, shaper }, said, width))
    },
  }
}

type DrawingAndShaper = Pick<Backgrounds, 'drawing' | 'shaper'>

function paintEventBackground({ drawing, shaper }: DrawingAndShaper, words: CardTexts, width: number) {
  const { canvas, context } = createCardCanvas(width)
  paintBackground({ context, shaper }, drawing, words)
  return canvas
}

const qrModulesOf = ({ look }: CardDrawing, invitation: Invitation) => qrModulesForSize(invitation, cardSizesOf(look).code, look.code.holds)

/** Paints the guest's texts and the QR code of an invitation on a context that is scaled to the card's pixels. */
export function paintInvitation(context: Canvas2D, { drawing, shaper }: DrawingAndShaper, invitation: Invitation) {
  paintGuestParts({ context, shaper }, drawing.look, { ...guestWordsOf(invitation, drawing), modules: qrModulesOf(drawing, invitation) })
}

/** Paints an invitation's card on a canvas, over a background of the same width. */
export function paintCard(canvas: CardCanvas, background: CardCanvas, shared: DrawingAndShaper, invitation: Invitation) {
  canvas.width = background.width
  canvas.height = background.height
  const context = context2dOf(canvas)
  if (!context) return
  context.drawImage(background, 0, 0)
  context.scale(background.width / CARD_WIDTH, background.width / CARD_WIDTH)
  paintInvitation(context, shared, invitation)
}
