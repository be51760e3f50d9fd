import { type ColumnReading, type ColumnUse, REPEATABLE_USES, recogniseColumns } from './columns.ts'
import { type GuestTable, isEmptyRow, type ListSheet, type Notice } from './guest-table.ts'
import { headingKindOf } from './headings.ts'

/** Chooses and joins the sheets of a workbook. */

/** Matches the names that programs give to sheets, which say nothing about their guests. */
const DEFAULT_NAME_PATTERN =
  /^\s*(?:(?:sheet|table|feuil(?:le)?|tabelle|page|tab|ورقة|الورقة|ورقه|صفحة|جدول)\s*\p{N}*(?:\s*\(\p{N}+\))?|\p{N}*)\s*$/iu

const SIDE_HEADING = 'الجهة'

export const countRows = (rows: readonly (readonly string[])[]) => rows.filter(row => !isEmptyRow(row)).length

/** Returns whether a sheet is a list by itself: it has headings or a column of telephones or persons, and rows. */
function isList({ rows }: ListSheet) {
  const { headings, uses } = recogniseColumns({ rows })
  const guests = countRows(rows.slice(headings))
  return guests > 0 && (headings > 0 || uses.some(use => use === 'phone' || use === 'persons'))
}

/** Returns the indexes of the visible sheets that are lists; where none is, of those with most rows. */
function proposeSheets(sheets: readonly ListSheet[]): number[] {
  const visible = sheets.flatMap((sheet, index) => (!sheet.isHidden && countRows(sheet.rows) > 0 ? [index] : []))
  const lists = visible.filter(index => isList(sheets[index]!))
  if (lists.length > 0) return lists
  const longLists = visible.filter(index => countRows(sheets[index]!.rows) >= 3)
  return longLists.length > 0 ? longLists : visible
}

const headingKey = (heading: string) => headingKindOf(heading) ?? heading.trim()

/** Returns for each column of a sheet its column in the joined table, which gets further columns where it has none for them. */
function mapColumns(sheet: ListSheet, reading: ColumnReading, joined: { uses: ColumnUse[]; headings: string[] }): number[] {
  const taken = new Set<number>()
  return reading.uses.map((use, column) => {
    const heading = sheet.rows[reading.headings - 1]?.[column] ?? ''
    const fits = (index: number) => !taken.has(index) && joined.uses[index] === use
    const candidates = joined.uses.flatMap((_, index) => (fits(index) ? [index] : []))
    const sameHeading = candidates.find(index => heading.trim() !== '' && headingKey(joined.headings[index] ?? '') === headingKey(heading))
    const isFree = use !== 'ignored' || (heading.trim() === '' && candidates.includes(column))
    const found =
      sameHeading ?? (isFree ? (candidates.includes(column) && REPEATABLE_USES.includes(use) ? column : candidates[0]) : undefined)
    const at = found ?? joined.uses.push(use) - 1
    if (found === undefined) joined.headings[at] = heading
    taken.add(at)
    return at
  })
}

/** Returns a table with the rows of these sheets, one after the other, with the names of the sheets as the guests' side. */
export function withSheets(table: GuestTable, used: readonly number[]): GuestTable {
  const sheets = table.sheets ?? []
  const chosen = used.flatMap(index =>
    sheets[index] ? [{ index, sheet: sheets[index]!, reading: recogniseColumns({ rows: sheets[index]!.rows }) }] : [],
  )
  const [first, ...others] = chosen
  if (!first) return { ...table, rows: [], parts: [] }
  const { sideColumn: _, ...rest } = table
  if (others.length === 0) return { ...rest, rows: first.sheet.rows, parts: [{ sheet: first.index, from: 0 }] }
  const joined = { uses: [...first.reading.uses], headings: [...(first.sheet.rows[first.reading.headings - 1] ?? [])] }
  const rows = first.sheet.rows.map(row => [...row])
  const parts = [{ sheet: first.index, from: 0 }]
  for (const { index, sheet, reading } of others) {
    const columns = mapColumns(sheet, reading, joined)
    parts.push({ sheet: index, from: rows.length })
    for (const row of sheet.rows.slice(reading.headings)) {
      const cells: string[] = []
      for (const [column, text] of row.entries()) if (text !== '') cells[columns[column] ?? column] = text
      rows.push(Array.from(cells, text => text ?? ''))
    }
  }
  const headingRow = first.reading.headings - 1
  const hasSide = joined.uses.includes('side') || chosen.every(({ sheet }) => DEFAULT_NAME_PATTERN.test(sheet.name))
  const sideColumn = joined.uses.length
  const setCell = (row: string[], column: number, text: string) => {
    while (row.length < column) row.push('')
    row[column] = text
  }
  if (headingRow >= 0) for (const [column, heading] of joined.headings.entries()) if (heading) setCell(rows[headingRow]!, column, heading)
  if (hasSide) return { ...rest, rows, parts }
  for (const [at, { sheet }] of parts.entries()) {
    const name = sheets[sheet]!.name.trim()
    const end = parts[at + 1]?.from ?? rows.length
    for (let row = parts[at]!.from + (at === 0 ? headingRow + 1 : 0); row < end; row++)
      if (!isEmptyRow(rows[row]!) && !DEFAULT_NAME_PATTERN.test(name)) setCell(rows[row]!, sideColumn, name)
  }
  if (headingRow >= 0) setCell(rows[headingRow]!, sideColumn, SIDE_HEADING)
  return { ...rest, rows, parts, sideColumn }
}

/** Returns the indexes of the sheets whose rows a table has. */
export const usedSheets = ({ parts = [] }: GuestTable) => parts.map(({ sheet }) => sheet)

/** Returns the table of a workbook: of its only sheet, or of the visible ones that are lists. Hidden sheets are mentioned, and not taken. */
export function tableOfSheets(sheets: readonly ListSheet[], notices: readonly Notice[]): GuestTable {
  const filled = sheets.filter(({ rows }) => countRows(rows) > 0)
  const hidden = filled
    .filter(({ isHidden }) => isHidden)
    .map(({ name, rows }): Notice => ({ about: 'hidden-sheet', sheet: name, count: countRows(rows) }))
  const all = [...hidden, ...notices]
  const table: GuestTable = { rows: [], sheets: filled, ...(all.length > 0 && { notices: all }) }
  return withSheets(table, proposeSheets(filled))
}
