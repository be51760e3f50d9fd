/** The geometry of a card, in pixels. Pure functions, so that the preview, the download and the printed card agree. */

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 1800

/** A position, in percent of the card; x is measured from the left of the picture, whatever the language. */
export type CardPosition = { x: number; y: number }
export type CardPositions = { name: CardPosition; code: CardPosition; panel: CardPosition }
export type Rectangle = { x: number; y: number; width: number; height: number }

export const MIN_POSITION_PERCENT = 10
export const MAX_POSITION_PERCENT = 90
export const DEFAULT_POSITIONS: CardPositions = { name: { x: 50, y: 60 }, code: { x: 50, y: 80 }, panel: { x: 50, y: 22 } }

export type CardSizes = {
  /** The side of the code, and the side of the white box around it. */
  code: number
  codeBox: number
  /** The minimum width of the name's box, and its width for each character; it is never wider than the card without its margins. */
  nameLeast: number
  namePerCharacter: number
  nameHeight: number
  /** The largest size of the name's letters; a name that would not fit is written smaller. */
  nameLetters: number
  /** Used in place of `namePerCharacter`: the width of every name's box, where the box fits on both sides of its centre. */
  nameFull?: number
  margin: number
  /** The minimum distance between the code's box and the card's edges. It leaves room for the frame of a built-in template. */
  codeMargin: number
}

/** The height of a name's box for each pixel of the size of its letters. */
const NAME_HEIGHT_PER_LETTER_SIZE = 1.875

/** The sizes and distances (px of the card) of the code and the name on an uploaded picture. */
export const CARD_SIZES_ON_PICTURE: CardSizes = {
  code: 200,
  codeBox: 240,
  nameLeast: 400,
  namePerCharacter: 25,
  nameHeight: 120,
  nameLetters: 64,
  margin: 60,
  codeMargin: 0,
}
/** The same on a built-in template, with a larger code, rules of one length around all names, and room for a name on two lines. */
export const CARD_SIZES_ON_TEMPLATE: CardSizes = {
  ...CARD_SIZES_ON_PICTURE,
  code: 280,
  codeBox: 340,
  nameFull: 840,
  nameHeight: 180,
  codeMargin: 114,
}

/** The modules a side of a code that has the id alone: twenty capitals and digits fit into a QR code of version 1. */
export const SHORT_CODE_MODULES = 21

/** The width, in modules, of the light margin that readers need around a code (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4

const modulesWithQuietZone = (modules: number) => modules + 2 * QUIET_ZONE_MODULES

type ChosenSizes = { letters: number | null; code: number | null; isShort: boolean }

/** Returns the sizes with the chosen letters and code. Larger letters enlarge the name's box; a code keeps its light margin. */
export function applyChosenSizes(sizes: CardSizes, { letters, code, isShort }: ChosenSizes): CardSizes {
  const nameLetters = letters ?? sizes.nameLetters
  const scale = nameLetters / sizes.nameLetters
  const side = code ?? sizes.code
  const boxFactor = Math.max(sizes.codeBox / sizes.code, isShort ? modulesWithQuietZone(SHORT_CODE_MODULES) / SHORT_CODE_MODULES : 1)
  return {
    ...sizes,
    nameLetters,
    namePerCharacter: sizes.namePerCharacter * scale,
    nameHeight: Math.max(sizes.nameHeight, Math.round(NAME_HEIGHT_PER_LETTER_SIZE * nameLetters)),
    code: side,
    codeBox: side + 2 * Math.ceil((side * (boxFactor - 1)) / 2 - 1e-9),
  }
}

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/** Returns the nearest position that the sliders can show: whole percents from 10 to 90. */
export const clampPosition = ({ x, y }: CardPosition): CardPosition => ({
  x: clamp(MIN_POSITION_PERCENT, Math.round(x), MAX_POSITION_PERCENT),
  y: clamp(MIN_POSITION_PERCENT, Math.round(y), MAX_POSITION_PERCENT),
})

/** Returns a box of this size centred at a position. It is moved as little as needed to stay on the card with `margin` on all sides. */
function boxAt(place: CardPosition, width: number, height: number, margin: number): Rectangle {
  return {
    x: Math.round(clamp(margin, (CARD_WIDTH * place.x) / 100 - width / 2, CARD_WIDTH - margin - width)),
    y: Math.round(clamp(margin, (CARD_HEIGHT * place.y) / 100 - height / 2, CARD_HEIGHT - margin - height)),
    width,
    height,
  }
}

/** Returns the box of a guest's name at a position. */
export function nameBox(name: string, place: CardPosition, sizes: CardSizes = CARD_SIZES_ON_PICTURE): Rectangle {
  const middle = (CARD_WIDTH * place.x) / 100
  const room = 2 * (Math.min(middle, CARD_WIDTH - middle) - sizes.margin)
  const preferredWidth = Math.max(
    sizes.nameLeast,
    sizes.nameFull ? Math.min(sizes.nameFull, room) : Math.round(sizes.namePerCharacter * Array.from(name).length),
  )
  return boxAt(place, Math.min(preferredWidth, CARD_WIDTH - 2 * sizes.margin), sizes.nameHeight, sizes.margin)
}

/** Returns the boxes of the code and of the white area around it. A code of few, large modules is made smaller to keep its light margin. */
export function codeBoxes(
  place: CardPosition,
  sizes: CardSizes = CARD_SIZES_ON_PICTURE,
  modules?: number,
): { box: Rectangle; code: Rectangle } {
  const box = boxAt(place, sizes.codeBox, sizes.codeBox, sizes.codeMargin)
  const maxSide =
    modules === undefined ? sizes.code : Math.min(sizes.code, Math.floor((sizes.codeBox * modules) / modulesWithQuietZone(modules)))
  // The side is made so that both margins together are an even number of pixels, and each margin is a whole number of pixels.
  const side = maxSide - ((sizes.codeBox - maxSide) % 2)
  const quiet = (sizes.codeBox - side) / 2
  return { box, code: { x: box.x + quiet, y: box.y + quiet, width: side, height: side } }
}

/** The sizes (px) of the panel on a picture: width, inner margin (`edge`), and heights of the event's name and of the day's line. */
export const PANEL_SIZES = { width: 880, edge: 36, event: 150, day: 78 }

/** Returns the box of the panel on a picture, with `lines` px of further lines beneath the day. */
export const panelBox = (place: CardPosition, lines: number, { margin }: CardSizes = CARD_SIZES_ON_PICTURE): Rectangle =>
  boxAt(place, PANEL_SIZES.width, 2 * PANEL_SIZES.edge + PANEL_SIZES.event + PANEL_SIZES.day + lines, margin)

/** Returns where a picture of any shape is drawn so that it covers the card; both overhanging sides are cut equally. */
export function coverRectangle(width: number, height: number): Rectangle {
  const scale = Math.max(CARD_WIDTH / width, CARD_HEIGHT / height)
  return { x: (CARD_WIDTH - width * scale) / 2, y: (CARD_HEIGHT - height * scale) / 2, width: width * scale, height: height * scale }
}

export const rectanglesOverlap = (a: Rectangle, b: Rectangle) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
