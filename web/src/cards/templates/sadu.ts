import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import * as draw from '../drawing.ts'
import { WHOLE_CARD } from '../drawing.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const WOOL_COLOUR = '#f1e8d7'
const BLACK = '#1f1a17'
const MADDER = '#8c1f22'
const TEXT_COLOUR = '#241c17'

/** The side length of one woven cell, where warp and weft cross, in pixels. */
const CELL_SIZE = 6

/** The right half of the woven figure, a character per cell, from the middle outwards: white, black or red. It repeats down the band. */
const WOVEN_FIGURE = [
  'wbbbbbb',
  'wwbbbbb',
  'rwwbbbw',
  'rrwwbww',
  'rrrwwwr',
  'wrrrwrr',
  'wwrrrrr',
  'bwwrrrw',
  'bbwwrww',
  'bbbwwwb',
  'bbwwrww',
  'bwwrrrw',
  'wwrrrrr',
  'wrrrwrr',
  'rrrwwwr',
  'rrwwbww',
  'rwwbbbw',
  'wwbbbbb',
  'wbbbbbb',
  'bbbwbbb',
  'bbwwwbb',
  'bbbwbbb',
] as const
const COLOUR_OF_LETTER = { w: WOOL_COLOUR, b: BLACK, r: MADDER } as const

/** The stripes from the outer edge of a band: their width in cells, and either one colour or two colours that alternate. */
const STRIPES = [
  { cells: 2, inks: [BLACK] },
  { cells: 1, inks: [WOOL_COLOUR] },
  { cells: 2, inks: [MADDER, WOOL_COLOUR] },
  { cells: 1, inks: [WOOL_COLOUR] },
  { cells: 1, inks: [BLACK] },
] as const

/** Draws one woven band from the upper to the lower edge of the card; `left` is its left edge. */
function drawWovenBand(context: Canvas2D, left: number) {
  const rows = WHOLE_CARD.height / CELL_SIZE
  const drawCell = (column: number, row: number, ink: string) =>
    draw.fill(context, draw.rectangle({ x: left + column * CELL_SIZE, y: row * CELL_SIZE, width: CELL_SIZE, height: CELL_SIZE }), ink)
  const border = STRIPES.reduce((sum, { cells }) => sum + cells, 0)
  const half = WOVEN_FIGURE[0].length
  const columns = 2 * (border + half) - 1
  for (let row = 0; row < rows; row++) {
    let column = 0
    for (const { cells, inks } of STRIPES)
      for (let step = 0; step < cells; step++, column++) {
        const ink = inks[Math.floor(row / 2) % inks.length] ?? WOOL_COLOUR
        drawCell(column, row, ink)
        drawCell(columns - 1 - column, row, ink)
      }
    const figure = WOVEN_FIGURE[row % WOVEN_FIGURE.length] ?? WOVEN_FIGURE[0]
    for (const [step, letter] of [...figure].entries()) {
      const ink = COLOUR_OF_LETTER[letter as keyof typeof COLOUR_OF_LETTER]
      drawCell(border + half - 1 + step, row, ink)
      drawCell(border + half - 1 - step, row, ink)
    }
  }
}

/** Weaving: two bands of a tent's wool at the sides of large letters. */
export const sadu: CardTemplate = {
  paint(context) {
    draw.ground(context, WOOL_COLOUR)
    draw.mirrored(context, () => drawWovenBand(context, 0))
    for (const y of [120, 1712]) {
      draw.line(context, { from: 240, to: 960, y, ink: BLACK, width: 5 })
      draw.line(context, { from: 240, to: 960, y: y + (y < 900 ? 12 : -12), ink: MADDER, width: 2 })
    }
  },
  event: {
    box: raisedBox({ y: 180, width: 820, height: 632 }),
    face: NAME_TYPEFACES.rakkas,
    largest: 190,
    ink: MADDER,
    openingInk: TEXT_COLOUR,
  },
  day: { baseline: 926, width: 820, ink: TEXT_COLOUR },
  guest: { ink: TEXT_COLOUR, labelInk: MADDER, rule: BLACK },
  paper: WOOL_COLOUR,
  closing: { face: NAME_TYPEFACES.rakkas, ink: MADDER },
  code: { ink: '#17110e', captionInk: MADDER, radius: 0, frames: [{ ink: BLACK, width: 4 }] },
}
