import { CARD_HEIGHT, CARD_WIDTH, type Invitation } from '@hudur/core'
import { photograph } from '../e2e/card-files.ts'
import { FORTY_GUESTS } from '../e2e/guests.ts'
import { laidOver, MESSENGERS, readLikeDoors, sentByMessenger } from '../e2e/pictures.ts'
import { codeModules, drawCode } from '../web/src/cards/draw-code.ts'
import { measure } from './measurement.ts'

/** The sides of a code (px): on an uploaded picture, on a template, and the largest one, which can be read from a distance. */
const SIDES = [200, 280, 400]
/** The middle of the code (px) on a card on which it was not moved. */
const MIDDLE = { x: CARD_WIDTH / 2, y: CARD_HEIGHT * 0.8 }
const INK = '#1b231f'

const ID = '0123456789ABCDEFGHJK'

const idOf = (n: number) => ID.slice(n % 20) + ID.slice(0, n % 20)

export const invitationOf = (guestName: string, n: number): Invitation => ({
  id: idOf(n),
  code: idOf(n),
  state: 'valid',
  userId: '',
  eventName: 'زفاف محمّد وسارة',
  eventDate: '2027-01-14',
  guestName,
  qrCode: '',
  generationType: 'names',
  maxScans: 1,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt: '2027-01-01T00:00:00.000Z',
  phone: null,
  designId: null,
  ...{ eventId: null, table: null, note: null, isVip: false, side: null },
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
})

/** Returns an image of the code, drawn as the product draws it on a card, with the position of its upper left corner (px). */
function codeImage(modules: boolean[][], side: number) {
  const shapes: string[] = []
  const pen = {
    beginPath: () => undefined,
    rect: (x: number, y: number, width: number, height: number) => shapes.push(`M${x} ${y}h${width}v${height}h${-width}z`),
    fill: () => undefined,
  } as unknown as CanvasRenderingContext2D
  const edge = Math.round(side * 0.1)
  drawCode(pen, modules, { x: edge, y: edge, width: side, height: side }, INK)
  const whole = side + 2 * edge
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path fill="${INK}" d="${shapes.join('')}"/></svg>`
  return { input: Buffer.from(svg), left: Math.round(MIDDLE.x - whole / 2), top: Math.round(MIDDLE.y - whole / 2) }
}

/**
 * Counts how many of ten cards scanners still read after each messenger has recompressed them, for codes with the guest's data («full») or
 * the id alone («short») in three sizes, on a photograph.
 */
export async function tableOfMessengers() {
  const ground = await photograph({ noise: 24 })
  const rows: Record<string, string | number>[] = []
  for (const codeKind of ['full', 'short'] as const)
    for (const side of SIDES) {
      const row: Record<string, string | number> = { code: codeKind, side }
      const cards = await Promise.all(
        FORTY_GUESTS.filter((_, n) => n % 4 === 0).map(async (guest, n) => {
          const invitation = invitationOf(guest, n)
          const modules = codeModules(invitation, side, codeKind)
          row.modules = Math.max(Number(row.modules ?? 0), modules.length)
          return {
            id: invitation.id,
            picture: await laidOver(ground, codeImage(modules, side)),
          }
        }),
      )
      for (const compression of MESSENGERS) {
        let read = 0
        for (const { id, picture } of cards) if ((await readLikeDoors(await sentByMessenger(picture, compression)))?.includes(id)) read++
        row[`${compression.longSide}/${compression.quality}`] = `${read}/${cards.length}`
      }
      rows.push(row)
    }
  return rows
}

/**
 * Measures how many copies of the product's cards are read after a messenger has recompressed them; beside them, the table of
 * `tableOfMessengers`.
 */
export async function bench() {
  measure('messengers')
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(await tableOfMessengers())
}
