import { byLetter, fold, groupBy, type Invitation } from '@hudur/core'
import { inOrder } from '../../text/format.ts'

type SeatedGuest = { id: string; name: string }

/** What the sign of a table says. The names of a large table continue on further signs. */
export type TableSign = { table: string; names: readonly SeatedGuest[]; part: number; parts: number }

/** The most lines of names on a sign, and about how many letters of a name fit in a line. */
const MAX_LINES = 27
const LETTERS_IN_LINE = 24

/** Divides names into parts that fit on a sign each. Without names there is one empty part. */
function partsOf(names: readonly SeatedGuest[]) {
  const parts: SeatedGuest[][] = []
  let part: SeatedGuest[] = []
  let lines = 0
  for (const guest of names) {
    const linesOfName = Math.ceil(guest.name.length / LETTERS_IN_LINE)
    if (lines + linesOfName > MAX_LINES && part.length > 0) {
      parts.push(part)
      part = []
      lines = 0
    }
    part.push(guest)
    lines += linesOfName
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
      const parts = partsOf(byLetter(named, ({ name }) => name).flatMap(({ rows }) => rows))
      return parts.map((names, part) => ({ table, names, part: part + 1, parts: parts.length }))
    })
}
