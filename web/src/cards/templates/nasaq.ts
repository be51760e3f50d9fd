import { NAME_FACES } from '@hudur/core'
import { drawLine, fill, rectangle, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const PETROL = '#0d2c35'
const BONE = '#efe9db'
const MIST = '#b8c9c9'
const SAFFRON = '#e5a63c'

/** The side of a square of the grid, and the number of its rows. The last row has the smallest dots. */
const SQUARE = 50
const ROWS = 8
/** The dot that is saffron: its column and row. */
const ACCENT = { column: 17, row: 4 }
/** The part of `rise` (see `CardTemplate`) by which the rows move together. */
const SHRINKING = 0.6

/** Returns the dot of a reed pen, a square on its corner, around a point. */
const dot = (x: number, y: number, reach: number, tall: number) =>
  new Path2D(`M${x} ${y - tall}L${x + reach} ${y}L${x} ${y + tall}L${x - reach} ${y}Z`)

/** Draws a grid of dots that touch at the upper edge and become smaller downwards. */
function grid(context: Canvas2D, rise: number) {
  const step = SQUARE - (SHRINKING * rise) / ROWS
  for (let row = 0; row <= ROWS; row++)
    for (let column = 0; column <= WHOLE.width / SQUARE; column++) {
      const reach = (SQUARE / 2) * (1.16 - (1.02 * row) / ROWS)
      const isAccent = column === ACCENT.column && row === ACCENT.row
      fill(context, dot(column * SQUARE, row * step, reach, (reach * step) / SQUARE), isAccent ? SAFFRON : BONE)
    }
}

/** Order: the dots of a reed pen in a strict grid, on petrol. */
export const nasaq: CardTemplate = {
  paint(context, rise) {
    fill(context, rectangle(WHOLE), PETROL)
    grid(context, rise)
    drawLine(context, { from: 0, to: WHOLE.width, y: 1786, ink: BONE, width: 28 })
  },
  event: {
    box: raisedBox({ x: 150, y: 470, width: 900, height: 382 }, SHRINKING),
    face: NAME_FACES.plex,
    largest: 108,
    ink: '#fffdf6',
    openingInk: MIST,
  },
  day: { baseline: 932, width: 900, ink: SAFFRON },
  guest: { ink: '#fffdf6', labelInk: MIST, rule: '#5d7f86' },
  paper: PETROL,
  closing: { face: NAME_FACES.plex, ink: BONE },
  code: { ink: '#071a20', captionInk: MIST, radius: 0 },
}
