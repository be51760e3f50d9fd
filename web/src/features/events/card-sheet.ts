/** The geometry of sheets of four cards, in mm from the upper left corner of an A4 sheet. */

const A4 = { width: 210, height: 297 }

/** A printed card has the shape of the drawn one, 2:3. At this size 1,200 pixels are 339 dots per inch. */
const CARD = { width: 90, height: 135 }

const COLUMNS = 2
const CARDS_ON_SHEET = 4

/** How far a crop mark stands from the corner of its card, so that a cut beside it leaves no ink, and how long it is. */
const MARK = { distance: 1.5, length: 3 }

const gapX = (A4.width - COLUMNS * CARD.width) / (COLUMNS + 1)
const gapY = (A4.height - COLUMNS * CARD.height) / (COLUMNS + 1)

type Place = { left: number; top: number; width: number; height: number }

/** The places of the cards in the order of reading, which begins at the right. */
const PLACES: readonly Place[] = Array.from({ length: CARDS_ON_SHEET }, (_, place) => ({
  left: A4.width - (gapX + CARD.width) * ((place % COLUMNS) + 1),
  top: gapY + (gapY + CARD.height) * Math.floor(place / COLUMNS),
  ...CARD,
}))

type Line = { x1: number; y1: number; x2: number; y2: number }

/** Returns the eight crop marks of a card: two at each corner, outside the card. */
function cropMarks({ left, top, width, height }: Place): Line[] {
  const { distance, length } = MARK
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

/** Distributes cards to sheets, and returns for each sheet the places of its cards with their crop marks. */
export function cardSheets<Card>(cards: readonly Card[]) {
  const sheetCount = Math.ceil(cards.length / CARDS_ON_SHEET)
  return Array.from({ length: sheetCount }, (_, sheet) =>
    cards
      .slice(sheet * CARDS_ON_SHEET, (sheet + 1) * CARDS_ON_SHEET)
      .map((card, index) => ({ card, place: PLACES[index]!, marks: cropMarks(PLACES[index]!) })),
  )
}
