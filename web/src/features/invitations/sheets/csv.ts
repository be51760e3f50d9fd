import type { Cell, Sheet } from './sheet.ts'

/** The byte order mark. Without it Excel does not read the file as UTF-8, and Arabic becomes illegible. */
const MARK = '\uFEFF'

/**
 * Where a spreadsheet could begin a formula: at the start of a cell, and behind characters that it may take for the end of a cell, such as
 * a semicolon where that separates lists. Full-width signs count too. A telephone number with a plus is allowed.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])(?!\+\d[\d ]*(?:[;\t\r\n]|$))/g

/** A tab or a line end at the start of a cell. */
const OPENING = /^(?=[\t\r\n])/

/** Returns a cell as CSV: quoted where necessary, and never a formula. */
export function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA, "'").replace(OPENING, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (row: readonly Cell[]) => `${row.map(csvCell).join(',')}\r\n`

/** Writes a sheet as CSV: UTF-8, commas, RFC 4180. */
export async function csvFile({ columns, pages }: Sheet) {
  const parts = [MARK, csvRow(columns.map(({ title }) => title))]
  for await (const rows of pages) parts.push(rows.map(csvRow).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
