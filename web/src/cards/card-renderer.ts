import { CARD_WIDTH, cardFileNames, type Invitation } from '@hudur/core'
import {
  type Backgrounds,
  type CardCanvas,
  cardCanvas,
  guestWordsOf,
  modulesOf,
  paintCard,
  paintInvitation,
  prepareBackgrounds,
} from './backgrounds.ts'
import { encodeCanvas } from './canvas-file.ts'
import { CARD_FILES, type CardFileType } from './card-files.ts'
import { inkedBands } from './changed-bands.ts'
import { type CardDrawing, paintGuest } from './paint-card.ts'
import type { Band } from './png-bands.ts'

export type RenderRequest = { drawing: CardDrawing; invitations: readonly Invitation[]; type: CardFileType }

/** The smallest number of cards for which compressing only the differing rows saves more time than its preparation takes. */
const MIN_CARDS_FOR_BANDS = 60

/**
 * Returns a function that draws one of these invitations' cards and returns it as a file. It draws on one canvas in this thread, so calls
 * must not overlap. With `reusesEqualRows` and many PNG files, only the rows that differ between cards are compressed for each card. The
 * preparation blocks the thread for about a second.
 */
export async function openRenderer({ drawing, invitations, type }: RenderRequest, { reusesEqualRows }: { reusesEqualRows: boolean }) {
  const backgrounds = await prepareBackgrounds(drawing, invitations, CARD_WIDTH)
  const { canvas } = cardCanvas(CARD_WIDTH)

  function renderWhole(invitation: Invitation) {
    const background = backgrounds.of(invitation)
    if (!background) throw new Error('no background: the card is not one of those it was made for')
    paintCard(canvas, background, backgrounds, invitation)
    return encodeCanvas(canvas, CARD_FILES[type])
  }

  const renderers = new Map<CardCanvas | undefined, Promise<RowRenderer | undefined>>()
  function rowRendererOf(invitation: Invitation) {
    const background = backgrounds.of(invitation)
    let renderer = renderers.get(background)
    if (!renderer) {
      const sameBackground = invitations.filter(other => backgrounds.of(other) === background)
      renderer =
        background && sameBackground.length >= MIN_CARDS_FOR_BANDS
          ? createRowRenderer({ background, backgrounds, invitations: sameBackground, renderWhole })
          : Promise.resolve(undefined)
      renderers.set(background, renderer)
    }
    return renderer
  }

  return async function render(invitation: Invitation): Promise<Blob> {
    const renderRows = reusesEqualRows && type === 'png' ? await rowRendererOf(invitation) : undefined
    return renderRows ? renderRows(invitation) : renderWhole(invitation)
  }
}

/** Draws one card in this thread, as a file with its guest's name. */
export async function drawCardFile(drawing: CardDrawing, invitation: Invitation, type: CardFileType = 'png'): Promise<File> {
  const render = await openRenderer({ drawing, invitations: [invitation], type }, { reusesEqualRows: false })
  const [name = ''] = cardFileNames([invitation], CARD_FILES[type].ending)
  return new File([await render(invitation)], name, { type: CARD_FILES[type].type })
}

type RowRenderer = (invitation: Invitation) => Blob

type RowRendererOptions = {
  background: CardCanvas
  backgrounds: Backgrounds
  invitations: readonly Invitation[]
  renderWhole: (invitation: Invitation) => Promise<Blob>
}

/**
 * Returns a function that renders a card as a PNG file by compressing only the rows that differ between these cards. Returns undefined if
 * the background is transparent somewhere, or if compressing a whole card makes a smaller file: the compression of rows suits opaque
 * photographs, but not every flat background.
 */
async function createRowRenderer({
  background,
  backgrounds,
  invitations,
  renderWhole,
}: RowRendererOptions): Promise<RowRenderer | undefined> {
  const [first, ...others] = invitations
  if (!first) return undefined
  const { canvas, context } = cardCanvas(CARD_WIDTH)
  paintCard(canvas, background, backgrounds, first)
  const sample = context.getImageData(0, 0, canvas.width, canvas.height)
  if (!isOpaque(sample)) return undefined
  const bands = differingBandsOf(backgrounds, [first, ...others])
  const { pngBandWriter } = await import('./png-bands.ts')
  const write = pngBandWriter(sample, bands)

  function render(invitation: Invitation) {
    for (const { left, top, right, bottom } of bands)
      context.drawImage(background, left, top, right - left, bottom - top, left, top, right - left, bottom - top)
    paintInvitation(context, backgrounds, invitation)
    const pixels = bands.map(({ left, top, right, bottom }) => context.getImageData(left, top, right - left, bottom - top))
    return new Blob([write(pixels)], { type: CARD_FILES.png.type })
  }
  return render(first).size <= (await renderWhole(first)).size ? render : undefined
}

/**
 * Returns where any of these cards differs from its background. All guests are drawn over each other on a transparent canvas, so that no
 * diacritic of a tall name is missed. The first invitation's code is drawn for all, because every code fills the same white box.
 */
function differingBandsOf({ drawing, shaper }: Backgrounds, invitations: readonly [Invitation, ...Invitation[]]): Band[] {
  const { canvas, context } = cardCanvas(CARD_WIDTH)
  const modules = modulesOf(drawing, invitations[0])
  for (const invitation of invitations) paintGuest({ context, shaper }, drawing.look, { ...guestWordsOf(invitation, drawing), modules })
  return inkedBands(context.getImageData(0, 0, canvas.width, canvas.height))
}

function isOpaque({ data }: ImageData) {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}
