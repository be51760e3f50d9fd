import { CARD_WIDTH, type Invitation } from '@hudur/core'
import { inkedBands } from './changed-bands.ts'
import { type CardDrawing, paintGuest } from './paint-card.ts'
import { type Band, bandPng } from './png-bands.ts'
import { type CardCanvas, cardCanvas, type Grounds, guestOn, modulesOf, paintCard, paintInvitation, prepareGrounds } from './render-card.ts'

/** How a card is written as a file, and how its name ends. PNG takes no quality from us. */
export const CARD_FILES = {
  png: { type: 'image/png', quality: 0.95, ending: 'png' },
  jpeg: { type: 'image/jpeg', quality: 0.9, ending: 'jpg' },
} as const
export type CardFileType = keyof typeof CARD_FILES

export type PrintOrder = { drawing: CardDrawing; invitations: readonly Invitation[]; type: CardFileType }

/** Preparing bands costs as much as they save on so many cards. */
const WORTH_BANDS = 60

/**
 * Draws the cards of these invitations and writes them as files, here and now, on one canvas: one card after another, never two at once.
 * With `savesRows` a long run of PNG files compresses only the rows that differ; preparing that takes a second in which nothing else runs.
 */
export async function openPress({ drawing, invitations, type }: PrintOrder, { savesRows }: { savesRows: boolean }) {
  const grounds = await prepareGrounds(drawing, invitations, CARD_WIDTH)
  const { canvas } = cardCanvas(CARD_WIDTH)

  function printWhole(invitation: Invitation) {
    const ground = grounds.of(invitation)
    if (!ground) throw new Error('no ground: the card is not one of those it was made for')
    paintCard(canvas, ground, grounds, invitation)
    return toFile(canvas, type)
  }

  const printers = new Map<CardCanvas | undefined, Promise<RowPrinter | undefined>>()
  function rowPrinterOf(invitation: Invitation) {
    const ground = grounds.of(invitation)
    let printer = printers.get(ground)
    if (!printer) {
      const alike = invitations.filter(other => grounds.of(other) === ground)
      printer =
        ground && alike.length >= WORTH_BANDS ? rowPrinter({ ground, grounds, invitations: alike, printWhole }) : Promise.resolve(undefined)
      printers.set(ground, printer)
    }
    return printer
  }

  return async function print(invitation: Invitation): Promise<Blob> {
    const printRows = savesRows && type === 'png' ? await rowPrinterOf(invitation) : undefined
    return printRows ? printRows(invitation) : printWhole(invitation)
  }
}

type RowPrinter = (invitation: Invitation) => Blob

type RowsOrder = {
  ground: CardCanvas
  grounds: Grounds
  invitations: readonly Invitation[]
  printWhole: (invitation: Invitation) => Promise<Blob>
}

/** Undefined where the whole picture compresses better, or is clear somewhere: the rows' code suits opaque photographs, not every flat ground. */
async function rowPrinter({ ground, grounds, invitations, printWhole }: RowsOrder): Promise<RowPrinter | undefined> {
  const [first, ...others] = invitations
  if (!first) return undefined
  const { canvas, context } = cardCanvas(CARD_WIDTH)
  paintCard(canvas, ground, grounds, first)
  const sample = context.getImageData(0, 0, canvas.width, canvas.height)
  if (!isOpaque(sample)) return undefined
  const bands = bandsOf(grounds, [first, ...others])
  const write = bandPng(sample, bands)

  function print(invitation: Invitation) {
    for (const { left, top, right, bottom } of bands)
      context.drawImage(ground, left, top, right - left, bottom - top, left, top, right - left, bottom - top)
    paintInvitation(context, grounds, invitation)
    const pixels = bands.map(({ left, top, right, bottom }) => context.getImageData(left, top, right - left, bottom - top))
    return new Blob([write(pixels)], { type: CARD_FILES.png.type })
  }
  return print(first).size <= (await printWhole(first)).size ? print : undefined
}

/**
 * Where any of these cards differs from its ground: all guests are drawn over each other on nothing, so that no mark of a tall name is
 * missed. One code stands for all, since each fills the same white box.
 */
function bandsOf({ drawing, shaper }: Grounds, invitations: readonly [Invitation, ...Invitation[]]): Band[] {
  const { canvas, context } = cardCanvas(CARD_WIDTH)
  const modules = modulesOf(drawing, invitations[0])
  for (const invitation of invitations) paintGuest({ context, shaper }, drawing.look, { ...guestOn(invitation), modules })
  return inkedBands(context.getImageData(0, 0, canvas.width, canvas.height))
}

function isOpaque({ data }: ImageData) {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

function toFile(canvas: CardCanvas, of: CardFileType): Promise<Blob> {
  const { type, quality } = CARD_FILES[of]
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error(`the card could not be written as ${of}`))), type, quality),
  )
}
