import { NAME_FACES } from '@hudur/core'
import { drawLine, drawMirrored, fill, rectangle, stroke, WHOLE } from '../card-shapes.ts'
import type { Canvas2D } from '../paint-text.ts'
import { type CardTemplate, raisedBox } from './template.ts'

const WOOL = '#f1e8d7'
const BLACK = '#1f1a17'
const MADDER = '#8c1f22'
const INK = '#241c17'

/** The side of one crossing of warp and weft, in pixels. */
const CELL = 6

/**
 * The right half of the woven figure, one character for each crossing, from the middle outwards: `w` white, `b` black, `r` red. The other
 * half is its mirror image, and the figure repeats down the band.
 */
const FIGURE = [
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
const INKS = { w: WOOL, b: BLACK, r: MADDER } as const

/** The stripes from the outer edge of a band: their width in crossings, and either one colour or two that alternate like teeth. */
const STRIPES = [
  { cells: 2, inks: [BLACK] },
  { cells: 1, inks: [WOOL] },
  { cells: 2, inks: [MADDER, WOOL] },
  { cells: 1, inks: [WOOL] },
  { cells: 1, inks: [BLACK] },
] as const

/** Draws one woven band from the upper to the lower edge of the card; `left` is its left edge. */
function band(context: Canvas2D, left: number) {
  const rows = WHOLE.height / CELL
  const cell = (column: number, row: number, ink: string) =>
    fill(context, rectangle({ x: left + column * CELL, y: row * CELL, width: CELL, height: CELL }), ink)
  const border = STRIPES.reduce((sum, { cells }) => sum + cells, 0)
  const half = FIGURE[0].length
  const columns = 2 * (border + half) - 1
  for (let row = 0; row < rows; row++) {
    let column = 0
    for (const { cells, inks } of STRIPES)
      for (let step = 0; step < cells; step++, column++) {
        const ink = inks[Math.floor(row / 2) % inks.length] ?? WOOL
        cell(column, row, ink)
        cell(columns - 1 - column, row, ink)
      }
    const figure = FIGURE[row % FIGURE.length] ?? FIGURE[0]
    for (const [step, letter] of [...figure].entries()) {
      const ink = INKS[letter as keyof typeof INKS]
      cell(border + half - 1 + step, row, ink)
      cell(border + half - 1 - step, row, ink)
    }
  }
}

/** Weaving: two bands of a tent's wool at the sides of large letters. */
export const sadu: CardTemplate = {
  paint(context) {
    fill(context, rectangle(WHOLE), WOOL)
    drawMirrored(context, () => band(context, 0))
    for (const y of [120, 1712]) {
      drawLine(context, { from: 240, to: 960, y, ink: BLACK, width: 5 })
      drawLine(context, { from: 240, to: 960, y: y + (y < 900 ? 12 : -12), ink: MADDER, width: 2 })
    }
  },
  event: {
    box: raisedBox({ x: 190, y: 180, width: 820, height: 632 }),
    face: NAME_FACES.rakkas,
    largest: 190,
    ink: MADDER,
    openingInk: INK,
  },
  day: { baseline: 926, width: 820, ink: INK },
  guest: { ink: INK, labelInk: MADDER, rule: BLACK },
  paper: WOOL,
  closing: { face: NAME_FACES.rakkas, ink: MADDER },
  code: {
    ink: '#17110e',
    captionInk: MADDER,
    radius: 0,
    frame: (context, box) => stroke(context, rectangle(box), BLACK, 4),
  },
}
