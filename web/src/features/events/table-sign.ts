import { byLetter, fold, groupBy, type Invitation } from '@hudur/core'
import { inOrder } from '../../text/format.ts'

type SeatedGuest = { id: string; name: string }

/** How the names of a sign are printed: the number of columns, and the size of the letters in pt. */
type NamesLayout = { columns: number; fontSize: number }

/** What the sign of a table says. The names of a large table continue on further signs. `tableSize`: the size of the table's name in pt. */
export type TableSign = {
  table: string
  tableSize: number
  names: readonly SeatedGuest[]
  layout: NamesLayout
  part: number
  parts: number
}

const MM_PER_PT = 0.3528

/** The height (mm) of a sign without its padding, the label above the table's name, one line of the event, and «١ من ٢» (`paper.css`). */
const HEIGHT = 148.5 - 20 - 15 - 7 - 11 - 7

/** Ways to print names. `mostNames`: the largest number of names. `letters`: about how many letters of a name fit in a line. */
const LAYOUTS = [
  { columns: 1, fontSize: 15, mostNames: 5, letters: 50 },
  { columns: 2, fontSize: 13, mostNames: 12, letters: 30 },
  { columns: 3, fontSize: 11, mostNames: Number.POSITIVE_INFINITY, letters: 24 },
] as const
const DENSEST = LAYOUTS[2]

/** Returns the size of a table's name in pt, by its number of letters. */
function tableSizeOf({ length }: string) {
  if (length <= 3) return 84
  if (length <= 8) return 60
  return length <= 14 ? 44 : 34
}

/** Returns whether names fit on a sign in this layout. A name of several lines is not divided between two columns. */
function fits(names: readonly SeatedGuest[], { columns, fontSize, mostNames, letters }: (typeof LAYOUTS)[number], tableSize: number) {
  const rows = Math.floor((HEIGHT - tableSize * 1.25 * MM_PER_PT) / (fontSize * 1.5 * MM_PER_PT + 0.8))
  const lines = names.map(({ name }) => Math.ceil(name.length / letters))
  const lost = (columns - 1) * (Math.max(1, ...lines) - 1)
  return names.length <= mostNames && lines.reduce((sum, each) => sum + each, lost) <= columns * rows
}

/** Divides names into parts that fit on a sign each. Without names there is one empty part. */
function partsOf(names: readonly SeatedGuest[], tableSize: number) {
  const parts: SeatedGuest[][] = []
  let part: SeatedGuest[] = []
  for (const guest of names) {
    if (part.length > 0 && !fits([...part, guest], DENSEST, tableSize)) {
      parts.push(part)
      part = []
    }
    part.push(guest)
  }
  return [...parts, part]
}

/**
 * Returns the signs of all tables of these invitations: «2» before «10», the names of a table in the order of the alphabet. Spellings of one
 * table, such as «7» and «٧», are one table.
 */
export function tableSigns(invitations: readonly Invitation[]): TableSign[] {
  const seated = invitations.flatMap(({ id, guestName, table }) => (table ? [{ id, name: guestName, table }] : []))
  return [...groupBy(seated, ({ table }) => fold(table)).values()]
    .map(guests => ({ table: guests[0]?.table ?? '', guests }))
    .sort((one, other) => inOrder(fold(one.table), fold(other.table)))
    .flatMap(({ table, guests }) => {
      const named = guests.filter(({ name }) => name !== '')
      const tableSize = tableSizeOf(table)
      const parts = partsOf(
        byLetter(named, ({ name }) => name).flatMap(({ rows }) => rows),
        tableSize,
      )
      return parts.map((names, part) => {
        const { columns, fontSize } = LAYOUTS.find(layout => fits(names, layout, tableSize)) ?? DENSEST
        return { table, tableSize, names, layout: { columns, fontSize }, part: part + 1, parts: parts.length }
      })
    })
}
