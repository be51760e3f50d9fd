import { foldSpelling } from '@hudur/core/arabic'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { groupByLetter } from '@hudur/core/names/alphabet'
import { compareNames } from '../../text/format.ts'

type SeatedGuest = { id: string; name: string }

/** How the names of a sign are printed: the number of columns, and the size of the letters in pt. */
type NamesLayout = { columns: number; fontSize: number }

/** The content of one sign. A large table has several: `part` of `parts`. `tableSize` is the size of the table's name in pt. */
export type TableSign = {
  table: string
  tableSize: number
  names: readonly SeatedGuest[]
  layout: NamesLayout
  part: number
  parts: number
}

const MM_PER_PT = 0.3528

/** The height (mm) for the table's name and the guests' names, without padding, labels and lines (`paper.css`). */
const MAX_TEXT_HEIGHT_MM = 148.5 - 20 - 15 - 7 - 11 - 7

/** The layouts of names, largest letters first. `lettersPerLine`: about how many letters of a name fit in a line. */
const NAMES_LAYOUTS = [
  { columns: 1, fontSize: 15, maxNames: 5, lettersPerLine: 50 },
  { columns: 2, fontSize: 13, maxNames: 12, lettersPerLine: 30 },
  { columns: 3, fontSize: 11, maxNames: Number.POSITIVE_INFINITY, lettersPerLine: 24 },
] as const
const DENSEST_LAYOUT = NAMES_LAYOUTS[2]

/** Returns the print size of a table's name in pt, by its number of letters. */
function tableNameSizeOf({ length }: string) {
  if (length <= 3) return 84
  if (length <= 8) return 60
  return length <= 14 ? 44 : 34
}

/** Returns whether names fit on a sign in this layout. A name that takes several lines is not divided between two columns. */
function fitsOnSign(
  names: readonly SeatedGuest[],
  { columns, fontSize, maxNames, lettersPerLine }: (typeof NAMES_LAYOUTS)[number],
  tableSize: number,
) {
  const rows = Math.floor((MAX_TEXT_HEIGHT_MM - tableSize * 1.25 * MM_PER_PT) / (fontSize * 1.5 * MM_PER_PT + 0.8))
  const lines = names.map(({ name }) => Math.ceil(name.length / lettersPerLine))
  const unusableLines = (columns - 1) * (Math.max(1, ...lines) - 1)
  return names.length <= maxNames && lines.reduce((sum, each) => sum + each, unusableLines) <= columns * rows
}

/** Divides names into parts that each fit on one sign. Without names there is one empty part. */
function divideNames(names: readonly SeatedGuest[], tableSize: number) {
  const parts: SeatedGuest[][] = []
  let part: SeatedGuest[] = []
  for (const guest of names) {
    if (part.length > 0 && !fitsOnSign([...part, guest], DENSEST_LAYOUT, tableSize)) {
      parts.push(part)
      part = []
    }
    part.push(guest)
  }
  return [...parts, part]
}

/**
 * Returns the signs of all tables, sorted by table, «2» before «10», with their names in alphabetical order. Two spellings of one table,
 * such as «7» and «٧», count as one table.
 */
export function createTableSigns(invitations: readonly Invitation[]): TableSign[] {
  const seated = invitations.flatMap(({ id, guestName, table }) => (table ? [{ id, name: guestName, table }] : []))
  return [...groupBy(seated, ({ table }) => foldSpelling(table)).values()]
    .map(guests => ({ table: guests[0]?.table ?? '', guests }))
    .sort((one, other) => compareNames(foldSpelling(one.table), foldSpelling(other.table)))
    .flatMap(({ table, guests }) => {
      const named = guests.filter(({ name }) => name !== '')
      const tableSize = tableNameSizeOf(table)
      const parts = divideNames(
        groupByLetter(named, ({ name }) => name).flatMap(({ rows }) => rows),
        tableSize,
      )
      return parts.map((names, part) => {
        const { columns, fontSize } = NAMES_LAYOUTS.find(layout => fitsOnSign(names, layout, tableSize)) ?? DENSEST_LAYOUT
        return { table, tableSize, names, layout: { columns, fontSize }, part: part + 1, parts: parts.length }
      })
    })
}
