import type { Cell, Sheet } from './sheet.ts'

/** The byte order mark. Without it Excel does not read the file as UTF-8, and Arabic becomes illegible. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Matches the positions at which a spreadsheet program could read a formula: the start of a cell, and the position behind a semicolon, tab
 * or line break, which some programs read as the end of a cell. Full-width signs count too. A telephone number with a plus is allowed.
 * Apostrophes before the sign count as part of a formula, so that `removeFormulaApostrophes` removes only the apostrophes of `csvCell`.
 */
const FORMULA_POSITION = /(?<=^|[;\t\r\n])(?=["'\s]*[=+\-@＝＋－＠])(?!\+\d[\d ]*(?:[;\t\r\n]|$))/g

/** Matches the start of a cell that begins with a tab or line break. */
const LEADING_BREAK = /^(?=[\t\r\n])/

/** Returns a cell as CSV: quoted where necessary, and never a formula. */
export function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA_POSITION, "'").replace(LEADING_BREAK, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (row: readonly Cell[]) => `${row.map(csvCell).join(',')}\r\n`

/** Writes a sheet as CSV: UTF-8, commas, RFC 4180. */
export async function csvFile({ columns, pages }: Sheet) {
  const parts = [BYTE_ORDER_MARK, csvRow(columns.map(({ title }) => title))]
  for await (const rows of pages) parts.push(rows.map(csvRow).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
