import { foldSpelling, toWesternDigits } from '@hudur/core/arabic'
import { MAX_INVITATIONS_PER_CALL } from '@hudur/core/invitations/contract'
import { DETAIL_FIELDS, MARK_FIELDS } from '@hudur/core/invitations/guest-values'
import { columnContentOf, FIRST_NAME_HEADING_PATTERN, LATER_NAME_HEADING_PATTERN } from '../../text/list-headings.ts'
import { type GuestTable, isEmptyRow, TableRefusedError } from './guest-table.ts'

/** The uses of a column. Several columns may be `name` and are joined, or `ignored`. Each other use occurs at most once. */
export const COLUMN_USES = ['name', 'phone', 'persons', 'companions', ...DETAIL_FIELDS, 'ignored'] as const
export type ColumnUse = (typeof COLUMN_USES)[number]

/** How a table is read: the row of its headings, counted from 1 (0 for none), and the use of each column. */
export type ColumnReading = { headings: number; uses: ColumnUse[] }

const HEADING_SEARCH_ROWS = 10
const SAMPLE_ROW_COUNT = 200

const countColumns = ({ rows }: GuestTable) => rows.reduce((most, row) => Math.max(most, row.length), 0)

/** Returns the number of the headings' row, counted from 1; 0 if there are no headings. */
export function findHeadingRow({ rows }: GuestTable) {
  const rowIndex = rows.slice(0, HEADING_SEARCH_ROWS).findIndex(row => {
    // Marks such as «VIP» do not count, because they are also written in the rows of guests.
    const headings = row
      .map(cell => columnContentOf(foldSpelling(cell)))
      .filter(heading => heading !== undefined && !MARK_FIELDS.some(mark => mark === heading))
    return headings.includes('name') || new Set(headings).size > 1
  })
  return rowIndex + 1
}

const digitsOf = (cell: string) => toWesternDigits(cell).replace(/[\s().+-]/g, '')
const looksLikePhone = (cell: string) => /^\d{7,15}$/.test(digitsOf(cell))
const looksLikeCount = (cell: string) => /^\d{1,2}$/.test(toWesternDigits(cell).trim())
const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell)

/** Returns whether the cells number the rows: each number is one more than the number above it. */
const areSerialNumbers = (cells: string[]) =>
  cells.length > 1 && cells.every((cell, index) => Number(toWesternDigits(cell)) === Number(toWesternDigits(cells[0] ?? '')) + index)

const doMostCellsMatch = (cells: string[], matches: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(matches).length >= cells.length * 0.6

function columnUsesFromHeadings(headings: readonly string[]): ColumnUse[] {
  const foldedHeadings = headings.map(foldSpelling)
  const hasFirstNameColumn = foldedHeadings.some(heading => FIRST_NAME_HEADING_PATTERN.test(heading))
  const takenUses = new Set<ColumnUse>()
  return foldedHeadings.map(heading => {
    const use = hasFirstNameColumn && LATER_NAME_HEADING_PATTERN.test(heading) ? 'name' : columnContentOf(heading)
    const isNamePart =
      use === 'name' && hasFirstNameColumn && (FIRST_NAME_HEADING_PATTERN.test(heading) || LATER_NAME_HEADING_PATTERN.test(heading))
    // Persons and companions exclude each other, so the first column of either kind is used.
    const kind = use === 'companions' ? 'persons' : use
    if (use === undefined || kind === undefined || (takenUses.has(kind) && !isNamePart)) return 'ignored'
    takenUses.add(kind)
    return use
  })
}

/** Returns the row of the headings and the use of each column. Where no heading names it, the use is recognised from the cells. */
export function recogniseColumns(table: GuestTable): ColumnReading {
  if (table.is) return { headings: 0, uses: table.is === 'lines' ? ['name'] : ['name', 'phone'] }
  const headings = findHeadingRow(table)
  const width = countColumns(table)
  const headingCells = table.rows[headings - 1]
  const uses: ColumnUse[] = Array.from({ length: width }, () => 'ignored')
  if (headingCells) uses.splice(0, headingCells.length, ...columnUsesFromHeadings(headingCells))

  const sample = table.rows.slice(headings, headings + SAMPLE_ROW_COUNT)
  const nonEmptyCellsOf = (column: number) => sample.map(row => row[column] ?? '').filter(cell => cell.trim() !== '')
  const assignColumnUse = (use: ColumnUse, isColumnOfUse: (cells: string[]) => boolean) => {
    if (uses.includes(use)) return
    const column = uses.findIndex((currentUse, index) => currentUse === 'ignored' && isColumnOfUse(nonEmptyCellsOf(index)))
    if (column !== -1) uses[column] = use
  }
  assignColumnUse('phone', cells => doMostCellsMatch(cells, looksLikePhone))
  assignColumnUse('name', cells => doMostCellsMatch(cells, looksLikeName))
  if (!headingCells) assignColumnUse('phone', cells => cells.some(looksLikePhone))
  if (!headingCells) assignColumnUse('persons', cells => doMostCellsMatch(cells, looksLikeCount) && !areSerialNumbers(cells))
  // If no column looks like names, the first one that is not empty is taken.
  if (!uses.includes('name')) assignColumnUse('name', cells => cells.length > 0)
  return { headings, uses }
}

/** Throws TableRefusedError if the table has more rows of guests than one request may create (`MAX_INVITATIONS_PER_CALL`). */
export function checkRowCount(table: GuestTable, { headings }: ColumnReading) {
  const count = table.rows.slice(headings).filter(row => !isEmptyRow(row)).length
  if (count > MAX_INVITATIONS_PER_CALL) throw new TableRefusedError({ reason: 'too-many', count })
}
