import { CARD_HEIGHT, CARD_WIDTH } from '@hudur/core/cards/geometry'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { BLANK_INVITATION } from '@hudur/core/invitations/views'
import { createPhotograph } from '../e2e/card-files.ts'
import { FORTY_GUEST_NAMES } from '../e2e/guests.ts'
import { MESSENGER_COMPRESSIONS, overlayImage, readWithScannerDecoder, recompressLikeMessenger } from '../e2e/pictures.ts'
import { drawQrCode, qrModulesForSize } from '../web/src/cards/draw-code.ts'
import { printTable } from './figures.ts'
import { runMeasurement } from './measurement.ts'

/** The side lengths of a QR code (px): on an uploaded picture, on a template, and the largest one, which can be read from a distance. */
const CODE_SIDES = [200, 280, 400]
/** The centre of the QR code (px) on a card on which the host has not moved it. */
const CODE_CENTRE = { x: CARD_WIDTH / 2, y: CARD_HEIGHT * 0.8 }
const CODE_COLOUR = '#1b231f'

const SAMPLE_ID = '0123456789ABCDEFGHJK'

const sampleIdOf = (n: number) => SAMPLE_ID.slice(n % 20) + SAMPLE_ID.slice(0, n % 20)

const sampleInvitation = (guestName: string, n: number): Invitation => ({
  ...BLANK_INVITATION,
  ...{ id: sampleIdOf(n), code: sampleIdOf(n), guestName, generationType: 'names', createdAt: '2027-01-01T00:00:00.000Z' },
  ...{ eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' },
})

/** Returns an image of the QR code, drawn as the application draws it on a card, with the position of its upper left corner (px). */
function drawCodeImage(modules: boolean[][], side: number) {
  const shapes: string[] = []
  const pen = {
    beginPath: () => undefined,
    rect: (x: number, y: number, width: number, height: number) => shapes.push(`M${x} ${y}h${width}v${height}h${-width}z`),
    fill: () => undefined,
  } as unknown as CanvasRenderingContext2D
  const edge = Math.round(side * 0.1)
  drawQrCode(pen, modules, { x: edge, y: edge, width: side, height: side }, CODE_COLOUR)
  const whole = side + 2 * edge
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path fill="${CODE_COLOUR}" d="${shapes.join('')}"/></svg>`
  return { input: Buffer.from(svg), left: Math.round(CODE_CENTRE.x - whole / 2), top: Math.round(CODE_CENTRE.y - whole / 2) }
}

/**
 * Counts how many of ten cards scanners can still read after each messenger has recompressed the picture. The cards show a photograph.
 * Their codes contain all data of the guest («full») or only the id («short»), in three sizes.
 */
export async function measureMessengers() {
  const ground = await createPhotograph({ noise: 24 })
  const rows: Record<string, string | number>[] = []
  for (const codeKind of ['full', 'short'] as const)
    for (const side of CODE_SIDES) {
      const row: Record<string, string | number> = { code: codeKind, side }
      const cards = await Promise.all(
        FORTY_GUEST_NAMES.filter((_, n) => n % 4 === 0).map(async (guest, n) => {
          const invitation = sampleInvitation(guest, n)
          const modules = qrModulesForSize(invitation, side, codeKind)
          row.modules = Math.max(Number(row.modules ?? 0), modules.length)
          return { id: invitation.id, picture: await overlayImage(ground, drawCodeImage(modules, side)) }
        }),
      )
      for (const compression of MESSENGER_COMPRESSIONS) {
        let read = 0
        for (const { id, picture } of cards)
          if ((await readWithScannerDecoder(await recompressLikeMessenger(picture, compression)))?.includes(id)) read++
        row[`${compression.longSide}/${compression.quality}`] = `${read}/${cards.length}`
      }
      rows.push(row)
    }
  return rows
}

/** Runs the Playwright measurement, and prints the table of `measureMessengers` beside it. */
export async function bench() {
  await runMeasurement('messengers')
  printTable(await measureMessengers())
}
