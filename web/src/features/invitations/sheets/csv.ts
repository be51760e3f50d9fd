import type { Cell, Sheet } from './sheet.ts'

/** Without it Excel reads UTF-8 as something else, and Arabic is lost. */
const MARK = '\uFEFF'

/**
 * Where a spreadsheet would begin to calculate: at the front of a cell, and behind what it may take for the end of one, a semicolon where its
 * language writes lists with it. The full-width signs count as the others do. A telephone number it may calculate.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])(?!\+\d[\d ]*(?:[;\t\r\n]|$))/g

/** A tab or a line end at the front opens a cell as well. */
const OPENING = /^(?=[\t\r\n])/

/** A cell as a CSV has it: quoted where it must be, and never a formula. */
export function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA, "'").replace(OPENING, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (row: readonly Cell[]) => `${row.map(csvCell).join(',')}\r\n`

/** A sheet as CSV: UTF-8, commas, RFC 4180. */
export async function csvFile({ columns, pages }: Sheet) {
  const parts = [MARK, csvRow(columns.map(({ title }) => title))]
  for await (const rows of pages) parts.push(rows.map(csvRow).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
