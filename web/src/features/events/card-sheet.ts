/** The geometry of sheets of four cards, in mm from the upper left corner of an A4 sheet. */

const A4 = { width: 210, height: 297 }

/** A printed card has the shape of the drawn one, 2:3. At this size 1,200 pixels are 339 dots per inch. */
const CARD_SIZE = { width: 90, height: 135 }

const CARD_COLUMNS = 2
const CARDS_ON_SHEET = 4

/**
 * The distance (mm) of a crop mark from the corner of its card, and its length. Because of the distance, an inexact cut leaves no ink on
 * the card.
 */
const CROP_MARK = { distance: 1.5, length: 3 }

const gapX = (A4.width - CARD_COLUMNS * CARD_SIZE.width) / (CARD_COLUMNS + 1)
const gapY = (A4.height - CARD_COLUMNS * CARD_SIZE.height) / (CARD_COLUMNS + 1)

type CardPosition = { left: number; top: number; width: number; height: number }

/** The positions of the cards on a sheet in reading order, which begins at the right. */
const CARD_POSITIONS: readonly CardPosition[] = Array.from({ length: CARDS_ON_SHEET }, (_, place) => ({
  left: A4.width - (gapX + CARD_SIZE.width) * ((place % CARD_COLUMNS) + 1),
  top: gapY + (gapY + CARD_SIZE.height) * Math.floor(place / CARD_COLUMNS),
  ...CARD_SIZE,
}))

type CropMark = { x1: number; y1: number; x2: number; y2: number }

/** Returns the eight crop marks of a card: two at each corner, outside the card. */
function cropMarks({ left, top, width, height }: CardPosition): CropMark[] {
  const { distance, length } = CROP_MARK
  const corners = [
    { x: left, y: top, outX: -1, outY: -1 },
    { x: left + width, y: top, outX: 1, outY: -1 },
    { x: left, y: top + height, outX: -1, outY: 1 },
    { x: left + width, y: top + height, outX: 1, outY: 1 },
  ]
  return corners.flatMap(({ x, y, outX, outY }) => [
    { x1: x + outX * distance, y1: y, x2: x + outX * (distance + length), y2: y },
    { x1: x, y1: y + outY * distance, x2: x, y2: y + outY * (distance + length) },
  ])
}

/** Distributes cards among sheets. Returns for each sheet its cards with their positions and crop marks. */
export function cardSheets<Card>(cards: readonly Card[]) {
  const sheetCount = Math.ceil(cards.length / CARDS_ON_SHEET)
  return Array.from({ length: sheetCount }, (_, sheet) =>
    cards
      .slice(sheet * CARDS_ON_SHEET, (sheet + 1) * CARDS_ON_SHEET)
      .map((card, index) => ({ card, place: CARD_POSITIONS[index]!, marks: cropMarks(CARD_POSITIONS[index]!) })),
  )
}
