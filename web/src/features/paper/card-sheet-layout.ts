/** The geometry of sheets of four cards, in mm from the upper left corner of an A4 sheet. */

const A4_SIZE_MM = { width: 210, height: 297 }

/** A printed card has the shape of the drawn one, 2:3. At this size 1,200 pixels are 339 dots per inch. */
const CARD_SIZE_MM = { width: 90, height: 135 }

const CARD_COLUMNS = 2
const CARDS_PER_SHEET = 4

/** The distance (mm) of a crop mark from the corner of its card, so that an inexact cut leaves no ink, and its length. */
const CROP_MARK_MM = { distance: 1.5, length: 3 }

const HORIZONTAL_GAP_MM = (A4_SIZE_MM.width - CARD_COLUMNS * CARD_SIZE_MM.width) / (CARD_COLUMNS + 1)
const VERTICAL_GAP_MM = (A4_SIZE_MM.height - CARD_COLUMNS * CARD_SIZE_MM.height) / (CARD_COLUMNS + 1)

type CardPosition = { left: number; top: number; width: number; height: number }

/** The positions of the cards on a sheet in reading order, which begins at the right. */
const CARD_POSITIONS: readonly CardPosition[] = Array.from({ length: CARDS_PER_SHEET }, (_, place) => ({
  left: A4_SIZE_MM.width - (HORIZONTAL_GAP_MM + CARD_SIZE_MM.width) * ((place % CARD_COLUMNS) + 1),
  top: VERTICAL_GAP_MM + (VERTICAL_GAP_MM + CARD_SIZE_MM.height) * Math.floor(place / CARD_COLUMNS),
  ...CARD_SIZE_MM,
}))

type CropMark = { x1: number; y1: number; x2: number; y2: number }

/** Returns the eight crop marks of a card: two at each corner, outside the card. */
function cropMarksOf({ left, top, width, height }: CardPosition): CropMark[] {
  const { distance, length } = CROP_MARK_MM
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
export function layOutCardSheets<Card>(cards: readonly Card[]) {
  const sheetCount = Math.ceil(cards.length / CARDS_PER_SHEET)
  return Array.from({ length: sheetCount }, (_, sheet) =>
    cards
      .slice(sheet * CARDS_PER_SHEET, (sheet + 1) * CARDS_PER_SHEET)
      .map((card, index) => ({ card, place: CARD_POSITIONS[index]!, marks: cropMarksOf(CARD_POSITIONS[index]!) })),
  )
}
