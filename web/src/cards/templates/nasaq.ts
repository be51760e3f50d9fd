import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PETROL = '#0d2c35'
const BONE_COLOUR = '#efe9db'
const MIST_COLOUR = '#b8c9c9'
const SAFFRON = '#e5a63c'

/** The side length of a square of the grid, and the number of rows. The last row has the smallest dots. */
const SQUARE_SIZE = 50
const ROW_COUNT = 8
const ACCENT_DOT = { column: 17, row: 4 }
/** The share of `rise` (see `CardTemplate`) by which the grid becomes lower. */
const SHRINK_FACTOR = 0.6

/** Returns the path of a rhombus around a point, like the dot of a reed pen. */
const dotPath = (x: number, y: number, reach: number, tall: number) =>
  new Path2D(`M${x} ${y - tall}L${x + reach} ${y}L${x} ${y + tall}L${x - reach} ${y}Z`)

function drawGrid(context: Canvas2D, rise: number) {
  const step = SQUARE_SIZE - (SHRINK_FACTOR * rise) / ROW_COUNT
  for (let row = 0; row <= ROW_COUNT; row++)
    for (let column = 0; column <= WHOLE_CARD.width / SQUARE_SIZE; column++) {
      const reach = (SQUARE_SIZE / 2) * (1.16 - (1.02 * row) / ROW_COUNT)
      const isAccent = column === ACCENT_DOT.column && row === ACCENT_DOT.row
      draw.fill(context, dotPath(column * SQUARE_SIZE, row * step, reach, (reach * step) / SQUARE_SIZE), isAccent ? SAFFRON : BONE_COLOUR)
    }
}

/** Order: the dots of a reed pen in a strict grid, on petrol. */
export const nasaq: CardTemplate = {
  paint(context, rise) {
    draw.ground(context, PETROL)
    drawGrid(context, rise)
    draw.line(context, { from: 0, to: WHOLE_CARD.width, y: 1786, ink: BONE_COLOUR, width: 28 })
  },
  event: {
    box: raisedBox({ y: 470, width: 900, height: 382 }, SHRINK_FACTOR),
    face: NAME_TYPEFACES.plex,
    largest: 108,
    ink: '#fffdf6',
    openingInk: MIST_COLOUR,
  },
  day: { baseline: 932, width: 900, ink: SAFFRON },
  guest: { ink: '#fffdf6', labelInk: MIST_COLOUR, rule: '#5d7f86' },
  paper: PETROL,
  closing: { face: NAME_TYPEFACES.plex, ink: BONE_COLOUR },
  code: { ink: '#071a20', captionInk: MIST_COLOUR, radius: 0 },
}
