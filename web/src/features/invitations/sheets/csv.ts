import type { Cell, Sheet } from './sheet.ts'

/** Without it Excel reads UTF-8 as something else, and Arabic is lost. */
const MARK = '\uFEFF'

/** A spreadsheet would calculate what begins so; a telephone number it may. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^\+\d[\d ]*$/.test(text)

/** A cell as a CSV has it: quoted where it must be, and never a formula. */
export function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (row: readonly Cell[]) => `${row.map(csvCell).join(',')}\r\n`

/** A sheet as CSV: UTF-8, commas, RFC 4180. */
export async function csvFile({ columns, pages }: Sheet) {
  const parts = [MARK, csvRow(columns.map(({ title }) => title))]
  for await (const rows of pages) parts.push(rows.map(csvRow).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
