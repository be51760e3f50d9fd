import { foldSpelling, hasLetterOrDigit, toWesternDigits } from '@hudur/core/arabic'
import { type Doubt, markRepeatedGuests, type ParsedGuestLine, readGuestLines } from '@hudur/core/guest-lists/read-lines'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import { LINE_FIELDS, type LineField, MARK_FIELDS, type MarkField } from '@hudur/core/invitations/guest-values'
import * as invitationRules from '@hudur/core/invitations/rules'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { COMPANIONS_CELL_PATTERN, NO_CELL_PATTERN, YES_CELL_PATTERN } from '../../text/list-headings.ts'
import type { ColumnReading } from './columns.ts'
import type { GuestDetails } from './guest.ts'
import { type GuestTable, isEmptyRow } from './guest-table.ts'

/** A user's decision about a row, which replaces the proposal. An empty `phone` removes the number. */
export type RowEdit = GuestDetails & { name?: string; phone?: string; persons?: number; isOut?: boolean }

/** The user's decisions about a table: headings, uses of columns, and `edits` by row number, counted from 1. */
export type ImportChoice = ColumnReading & { edits: Readonly<Record<number, RowEdit>> }

/**
 * A question about a row that only the user can answer. `persons`: the cell is not a number from 1 to 100. `long` and the name of a line: the
 * text is longer than the server accepts. The name of a mark: the cell says neither yes nor no.
 */
export type RowDoubt = Doubt | { about: 'persons' | MarkField; written: string } | { about: 'long' | LineField }

/** A row of the table with the guest proposed for it. It has a detail only if the table has a column for that field. */
export type ReviewRow = GuestDetails & {
  row: number
  written: string
  name: string
  /** In international form (`+967…`), or as written if unclear; null without a number, and for a text that the server would refuse. */
  phone: string | null
  isPhoneClear: boolean
  persons: number
  /** Includes questions that the user has answered, so that the choice stays visible and can be changed. */
  doubts: RowDoubt[]
  /** Whether the row invites nobody; `why` gives the reason. */
  isOut: boolean
  why?: ParsedGuestLine['why'] | 'long' | 'longField'
}

/** Has one entry for every row that is not empty. */
export type TableAssessment = { rows: ReviewRow[] }

const MAX_PERSONS = invitationRules.maxPersonsFor('custom')

const joinLines = (cell: string) => invitationRules.guestLinesIn(cell).join(' ')

/** Parses «٣» or «3 أشخاص» into a number of persons and adds `added`. Returns undefined unless the sum is 1 to 100. */
function parsePersons(cell: string, added: number) {
  const digits = /^(\d{1,3})(?:\.0+)?(?:\s+\D+)?$/.exec(toWesternDigits(cell))?.[1]
  const persons = Number(digits) + added
  return digits !== undefined && persons >= 1 && persons <= MAX_PERSONS ? persons : undefined
}

const isTooLong = (field: LineField, written: string) => written.length > guestFields[field].maxLength

const countDigits = (text: string) => text.match(/\p{N}/gu)?.length ?? 0
const MIN_PHONE_DIGITS = 6

/** Swaps name and telephone number if they are in each other's column. Appends companions («+2») in the column of numbers to the name. */
function separateNameAndPhone(name: string, phone: string) {
  if (phone === '' || countDigits(phone) >= MIN_PHONE_DIGITS) return { name, phone }
  if (!/\p{L}/u.test(name) && countDigits(name) >= MIN_PHONE_DIGITS && /\p{L}/u.test(phone)) return { name: phone, phone: name }
  return COMPANIONS_CELL_PATTERN.test(phone) ? { name: `${name} ${phone}`, phone: '' } : { name, phone }
}

/** Returns an unclear telephone number as written if the server accepts that text, otherwise null. */
const storablePhone = (rawPhone: string) => {
  const number = toWesternDigits(rawPhone)
  return /^\+?[\d\s().-]{5,30}$/.test(number) ? number : null
}

/** Reads the guests from a table with the user's `choice`. Telephone numbers without a country code get `callingCode`. */
export function assessTable({ rows: table }: GuestTable, choice: ImportChoice, callingCode: string | undefined): TableAssessment {
  const { headings, uses, edits } = choice
  const columnsForUse = (use: string) => uses.flatMap((other, column) => (other === use ? [column] : []))
  const [names, [phoneColumn], [persons], [companions]] = [
    columnsForUse('name'),
    columnsForUse('phone'),
    columnsForUse('persons'),
    columnsForUse('companions'),
  ]
  const columnsOf = <Field extends string>(fields: readonly Field[]) =>
    fields.flatMap(field => columnsForUse(field).map(column => ({ field, column })))
  const [lineColumns, markColumns] = [columnsOf(LINE_FIELDS), columnsOf(MARK_FIELDS)]
  const isOneColumn = uses.filter(use => use !== 'ignored').length === 1
  const phoneCache = new Map<string, string | undefined>()
  const internationalPhoneOf = (rawPhone: string) => {
    if (!phoneCache.has(rawPhone)) phoneCache.set(rawPhone, toInternationalPhone(rawPhone, callingCode))
    return phoneCache.get(rawPhone)
  }
  const nonEmptyCells = (cells: readonly string[], columns: readonly (number | undefined)[]) =>
    columns.map(column => (column === undefined ? '' : joinLines(cells[column] ?? ''))).filter(Boolean)

  const nameAndPhoneOf = (cells: readonly string[]) =>
    separateNameAndPhone(nonEmptyCells(cells, names).join(' '), nonEmptyCells(cells, [phoneColumn])[0] ?? '')

  /** Reads a row. `line` is the result of parsing its name as a line of a list; the other columns override the line's phone and count. */
  function readRow(cells: readonly string[], line: ParsedGuestLine): ReviewRow {
    const { name, phone: phoneCell } = nameAndPhoneOf(cells)
    const [personsCell = ''] = nonEmptyCells(cells, [companions ?? persons])
    // In a table of several columns, a name cell that contains words names a guest, even if the line parser found no name in it.
    const isNamedGuest = !isOneColumn && line.why === 'nameless' && hasLetterOrDigit(name)
    const personsCount = personsCell === '' ? undefined : parsePersons(personsCell, companions === undefined ? 0 : 1)
    const phoneWritten = phoneCell || line.phoneWritten
    const phone = phoneCell === '' ? line.phone : (internationalPhoneOf(phoneCell) ?? null)
    const doubts: RowDoubt[] = isNamedGuest
      ? []
      : line.doubts.filter(({ about }) => about !== 'phone' && (personsCount === undefined || !isAboutCount(about)))
    if (phoneWritten !== null && phone === null) doubts.push({ about: 'phone' })
    if (personsCell !== '' && personsCount === undefined) doubts.push({ about: 'persons', written: personsCell })
    const lines = lineColumns.map(({ field, column }) => [field, joinLines(cells[column] ?? '')] as const)
    for (const [field, written] of lines) if (isTooLong(field, written)) doubts.push({ about: field })
    const marks = markColumns.map(({ field, column }) => {
      const written = joinLines(cells[column] ?? '')
      const isMarked = YES_CELL_PATTERN.test(foldSpelling(written))
      if (!isMarked && !NO_CELL_PATTERN.test(foldSpelling(written))) doubts.push({ about: field, written })
      return [field, isMarked] as const
    })
    const why = isNamedGuest ? undefined : line.why === 'empty' ? 'nameless' : line.why
    return {
      row: line.line,
      written: nonEmptyCells(cells, [
        ...names,
        phoneColumn,
        companions ?? persons,
        ...[...lineColumns, ...markColumns].map(({ column }) => column),
      ]).join(' · '),
      name: isNamedGuest ? name : line.name,
      phone: phone ?? (phoneWritten === null ? null : storablePhone(phoneWritten)),
      isPhoneClear: phone !== null || phoneWritten === null,
      persons: personsCount ?? line.places,
      ...Object.fromEntries([...lines, ...marks]),
      doubts,
      isOut: line.isOut && !isNamedGuest,
      ...(why && { why }),
    }
  }

  const lines = readGuestLines(
    table.map((cells, index) => (index < headings ? '' : nameAndPhoneOf(cells).name)),
    internationalPhoneOf,
  )
  const rows = lines.flatMap(line => {
    const cells = table[line.line - 1] ?? []
    return line.line <= headings || isEmptyRow(cells) ? [] : readRow(cells, line)
  })
  const repeated: RepeatedRow[] = rows.map(({ row, name, phone, isPhoneClear, isOut }) => ({
    line: row,
    name,
    phone: isPhoneClear ? phone : null,
    isOut,
    doubts: [],
  }))
  markRepeatedGuests(repeated)
  return {
    rows: rows.map((row, index) =>
      applyRowEdit({ ...row, ...repeatedRowFields(repeated[index], row) }, edits[row.row], internationalPhoneOf),
    ),
  }
}

const isAboutCount = (about: Doubt['about']) => about === 'count' || about === 'family' || about === 'many'

type RepeatedRow = Pick<ParsedGuestLine, 'line' | 'name' | 'phone' | 'isOut' | 'doubts' | 'why'>

const repeatedRowFields = (marked: RepeatedRow | undefined, { doubts }: ReviewRow): Partial<ReviewRow> =>
  marked && marked.doubts.length > 0
    ? { isOut: marked.isOut, doubts: [...doubts, ...marked.doubts], ...(marked.why && { why: marked.why }) }
    : {}

function applyRowEdit(row: ReviewRow, edit: RowEdit = {}, phoneOf: (rawPhone: string) => string | undefined): ReviewRow {
  const name = edit.name === undefined ? row.name : joinLines(edit.name)
  const phone = edit.phone === undefined ? undefined : joinLines(edit.phone)
  const clearPhone = phone === undefined ? undefined : phoneOf(phone)
  const lines = LINE_FIELDS.flatMap(field => {
    const written = edit[field] === undefined ? row[field] : joinLines(edit[field])
    return written === undefined ? [] : [[field, written] as const]
  })
  const marks = MARK_FIELDS.flatMap(field => (edit[field] === undefined ? [] : [[field, edit[field]] as const]))
  const isNameTooLong = name.length > MAX_NAME_LENGTH
  const hasLongField = lines.some(([field, written]) => isTooLong(field, written))
  const isNamed = hasLetterOrDigit(name)
  return {
    ...row,
    name,
    ...(phone !== undefined && {
      phone: clearPhone ?? storablePhone(phone),
      isPhoneClear: clearPhone !== undefined || phone === '',
    }),
    persons: edit.persons ?? row.persons,
    ...Object.fromEntries([...lines, ...marks]),
    doubts: row.name.length > MAX_NAME_LENGTH ? [...row.doubts, { about: 'long' }] : row.doubts,
    isOut: isNameTooLong || hasLongField || !isNamed || (edit.isOut ?? row.isOut),
    ...(hasLongField && { why: 'longField' as const }),
    ...(isNameTooLong && { why: 'long' as const }),
  }
}
