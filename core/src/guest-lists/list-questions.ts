import type { NeighbourCode } from '../phone.ts'
import type { CarriedField, Section } from './carried-groups.ts'
import { type ColumnReading, type UnusedColumn, unusedColumns } from './columns.ts'
import type { GuestTable, Notice } from './guest-table.ts'
import { countRows, usedSheets } from './sheets.ts'

/**
 * A question about the list as a whole, asked once. Each has a proposal that holds until the user changes it: the columns and the sheets
 * that are used, the guests who declined, and the groups that are given once.
 */
export type ListQuestion =
  | Notice
  | { about: 'sheets'; used: string[]; unused: string[]; original: string }
  | { about: 'columns'; columns: UnusedColumn[] }
  | { about: 'counts'; headings: string[] }
  | { about: 'further-phones'; count: number; original: string }
  | { about: 'statuses'; declined: number; answers: string[] }
  | { about: 'groups'; groups: string[]; count: number }
  | { about: 'nameless'; count: number; original: string }
  | { about: 'above-headings'; original: string }
  /** The guests of the list whom the event already has. */
  | { about: 'existing'; count: number; names: string[] }
  /** Telephone numbers that look like those of a neighbouring country, without its country code. */
  | { about: 'neighbour-phones'; callingCode: NeighbourCode; count: number; original: string }
  /** Telephone numbers under two names, with the first of them. */
  | { about: 'shared-phones'; count: number; phone: string; names: [string, string] }

type AssessedRow = { written: string; persons: number; phone: string | null; isOut: boolean; why?: string | undefined }
type Assessed = {
  table: GuestTable
  choice: ColumnReading
  rows: readonly AssessedRow[]
  carried: readonly CarriedField[]
  sections: readonly Section[]
  furtherPhones: { count: number; original: string }
  /** The rows that have a number of persons, but no name. */
  namelessCounts: readonly { persons: number; written: string }[]
  statuses: readonly string[]
  existing: readonly string[]
  neighbourPhones: readonly { callingCode: NeighbourCode; count: number; original: string }[]
  sharedPhones: readonly { phone: string; names: [string, string] }[]
}

const MAX_SAMPLES = 5
const samplesOf = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))].slice(0, MAX_SAMPLES)

function sheetsQuestion(table: GuestTable): ListQuestion[] {
  const visible = (table.sheets ?? []).map((sheet, index) => ({ ...sheet, index })).filter(({ isHidden }) => !isHidden)
  if (visible.length < 2) return []
  const used = new Set(usedSheets(table))
  const label = ({ name, rows }: (typeof visible)[number]) => `${name} (${countRows(rows)})`
  return [
    {
      about: 'sheets',
      used: visible.filter(({ index }) => used.has(index)).map(label),
      unused: visible.filter(({ index }) => !used.has(index)).map(label),
      original: visible.map(({ name }) => name).join(' · '),
    },
  ]
}

/** Returns the questions about a list. The list is clear only if there are none, and no row has a doubt. */
export function listQuestionsOf({
  table,
  choice,
  rows,
  carried,
  sections,
  furtherPhones,
  namelessCounts,
  statuses,
  existing,
  neighbourPhones,
  sharedPhones,
}: Assessed): ListQuestion[] {
  const unused = unusedColumns(table, choice)
  const headingCells = table.rows[choice.headings - 1] ?? []
  const counts = choice.uses.flatMap((use, column) => (use === 'persons' ? [(headingCells[column] ?? '').trim()] : []))
  const invited = rows.reduce((sum, { isOut, persons }) => sum + (isOut ? 0 : persons), 0)
  // A number that is the sum of the others is their total.
  const nameless = [
    ...rows.filter(({ isOut, why, phone }) => isOut && why === 'nameless' && phone !== null),
    ...namelessCounts.filter(({ persons }) => persons !== invited),
  ]
  const above = table.rows.slice(0, Math.max(0, choice.headings - 1)).filter(row => row.filter(cell => cell.trim() !== '').length > 1)
  const groups = samplesOf([...carried.flatMap(({ samples }) => samples), ...sections.map(({ title }) => title)])
  const groupCount = carried.reduce((sum, { count }) => sum + count, 0) + sections.reduce((sum, { count }) => sum + count, 0)
  const [shared] = sharedPhones
  return [
    ...(existing.length > 0 ? [{ about: 'existing', count: existing.length, names: samplesOf(existing) } as const] : []),
    ...sheetsQuestion(table),
    ...(table.notices ?? []),
    ...(unused.length > 0 ? [{ about: 'columns', columns: unused } as const] : []),
    ...(counts.length > 1 ? [{ about: 'counts', headings: counts } as const] : []),
    ...(furtherPhones.count > 0 ? [{ about: 'further-phones', ...furtherPhones } as const] : []),
    ...(statuses.some(Boolean)
      ? [{ about: 'statuses', declined: rows.filter(({ why }) => why === 'declined').length, answers: samplesOf(statuses) } as const]
      : []),
    ...(groups.length > 0 ? [{ about: 'groups', groups, count: groupCount } as const] : []),
    ...(nameless.length > 0 ? [{ about: 'nameless', count: nameless.length, original: nameless[0]!.written } as const] : []),
    ...(above.length > 0 ? [{ about: 'above-headings', original: above[0]!.filter(cell => cell.trim() !== '').join(' · ') } as const] : []),
    ...neighbourPhones.map(found => ({ about: 'neighbour-phones', ...found }) as const),
    ...(shared ? [{ about: 'shared-phones', count: sharedPhones.length, ...shared } as const] : []),
  ]
}
