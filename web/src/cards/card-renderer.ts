import { cardFileNames } from '@hudur/core/cards/file-names'
import { CARD_WIDTH } from '@hudur/core/cards/geometry'
import type { Invitation } from '@hudur/core/invitations/invitation'
import {
  type Backgrounds,
  type CardCanvas,
  createCardCanvas,
  guestWordsOf,
  paintCard,
  paintInvitation,
  prepareBackgrounds,
} from './backgrounds.ts'
import { encodeCanvas } from './canvas-file.ts'
import { CARD_FILE_TYPES, type CardFile, type CardFileType, joinCardFile } from './card-files.ts'
import { findInkedBands } from './changed-bands.ts'
import { getOrCreate } from './get-or-create.ts'
import { type CardDrawing, paintGuestTexts } from './paint-card.ts'
import type { Canvas2D } from './paint-text.ts'
import { type PixelSource, pixelSourceOf, stripsBetween } from './pixel-source.ts'

export type RenderRequest = { drawing: CardDrawing; invitations: readonly Invitation[]; type: CardFileType }

/** The smallest number of cards for which compressing only the differing rows saves more time than its preparation takes. */
const MIN_CARDS_FOR_BANDS = 60

/**
 * Returns a function that draws one of these invitations' cards as a file, on one canvas in this thread, so calls must not overlap. With
 * `reusesEqualRows` and many PNG files, only the rows that differ between cards are compressed for each card; preparing that blocks the
 * thread for about a second.
 */
export async function openRenderer({ drawing, invitations, type }: RenderRequest, { reusesEqualRows }: { reusesEqualRows: boolean }) {
  const backgrounds = await prepareBackgrounds(drawing, invitations, CARD_WIDTH)
  const { canvas, context } = createCardCanvas(CARD_WIDTH)
  if (typeof ImageBitmap === 'function' && drawing.picture instanceof ImageBitmap) {
    for (const invitation of invitations) backgrounds.of(invitation)
    // The backgrounds have the picture now.
    drawing.picture.close()
  }

  async function renderWholeCard(invitation: Invitation): Promise<CardFile> {
    const background = backgrounds.of(invitation)
    if (!background) throw new Error('no background: the card is not one of those it was made for')
    paintCard(canvas, background, backgrounds, invitation)
    const file = await encodeCanvas(canvas, CARD_FILE_TYPES[type])
    return { parts: [file], size: file.size }
  }

  const renderers = new Map<CardCanvas | undefined, Promise<BandRenderer | undefined>>()
  function bandRendererOf(invitation: Invitation) {
    const background = backgrounds.of(invitation)
    return getOrCreate(renderers, background, async () => {
      const sameBackground = invitations.filter(other => backgrounds.of(other) === background)
      if (!background || sameBackground.length < MIN_CARDS_FOR_BANDS) return undefined
      return createBandRenderer({ canvas, context, background, backgrounds, invitations: sameBackground, renderWhole: renderWholeCard })
    })
  }

  return async function render(invitation: Invitation): Promise<CardFile> {
    const renderRows = reusesEqualRows && type === 'png' ? await bandRendererOf(invitation) : undefined
    return renderRows ? renderRows(invitation) : renderWholeCard(invitation)
  }
}

/** Draws one card in this thread, as a file with its guest's name. */
export async function drawCardFile(drawing: CardDrawing, invitation: Invitation, type: CardFileType = 'png'): Promise<File> {
  const render = await openRenderer({ drawing, invitations: [invitation], type }, { reusesEqualRows: false })
  const [name = ''] = cardFileNames([invitation], CARD_FILE_TYPES[type].ending)
  return new File([joinCardFile(await render(invitation), type)], name, { type: CARD_FILE_TYPES[type].type })
}

type BandRenderer = (invitation: Invitation) => CardFile

type BandRendererOptions = {
  /** The canvas on which cards are drawn, and its context. */
  canvas: CardCanvas
  context: Canvas2D
  background: CardCanvas
  backgrounds: Backgrounds
  invitations: readonly Invitation[]
  renderWhole: (invitation: Invitation) => Promise<CardFile>
}

/**
 * Returns a function that renders a card as a PNG file by compressing only the rows that differ between these cards. Returns undefined if
 * the background is transparent somewhere, or if compressing a whole card makes a smaller file, as for some flat backgrounds.
 */
async function createBandRenderer(options: BandRendererOptions): Promise<BandRenderer | undefined> {
  const { canvas, context, background, backgrounds, invitations, renderWhole } = options
  const [first, ...others] = invitations
  if (!first) return undefined
  const card = pixelSourceOf(context, canvas)
  context.clearRect(0, 0, canvas.width, canvas.height)
  paintDifferingParts(context, backgrounds, [first, ...others])
  const bands = findInkedBands(card)
  paintCard(canvas, background, backgrounds, first)
  if (!isOpaque(card)) return undefined
  const { createPngBandWriter } = await import('./png-bands.ts')
  const { shared, write } = createPngBandWriter(card, bands)
  const sharedParts = shared.splice(0).map(bytes => new Blob([bytes]))

  function renderBands(invitation: Invitation): CardFile {
    for (const { left, top, right, bottom } of bands)
      context.drawImage(background, left, top, right - left, bottom - top, left, top, right - left, bottom - top)
    paintInvitation(context, backgrounds, invitation)
    const pixels = bands.map(({ left, top, right, bottom }) => context.getImageData(left, top, right - left, bottom - top))
    const { own, crc, length } = write(pixels)
    return { parts: own.flatMap((bytes, n) => [sharedParts[n]!, bytes]), size: length, crc }
  }
  return renderBands(first).size <= (await renderWhole(first)).size ? renderBands : undefined
}

/**
 * Paints all guests over each other on a transparent canvas, so that no diacritic is missed: where any card differs from its background. One
 * code is drawn for all, because every code fills the same white box.
 */
function paintDifferingParts(
  context: Canvas2D,
  { drawing, shaper }: Backgrounds,
  [first, ...others]: readonly [Invitation, ...Invitation[]],
) {
  for (const invitation of others) paintGuestTexts({ context, shaper }, drawing.look, guestWordsOf(invitation, drawing))
  paintInvitation(context, { drawing, shaper }, first)
}

function isOpaque({ height, read }: PixelSource) {
  for (const { top, bottom } of stripsBetween(0, height)) {
    const { data } = read(top, bottom)
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  }
  return true
}
