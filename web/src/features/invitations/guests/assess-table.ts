import {
  type Doubt,
  fold,
  hasWords,
  invitationRules,
  MAX_NAME,
  markRepeated,
  type ReadLine,
  readGuestLines,
  westernDigits,
} from '@hudur/core'
import { COMES_ALONG, NO, YES } from '../../../text/guest-columns.ts'
import { internationalPhone } from '../../../text/international-phone.ts'
import type { Reading } from './columns.ts'
import { GATE_TEXT_LENGTHS, GATE_TEXTS, type GateFields, type GateText } from './guest.ts'
import { isEmptyRow, type Table } from './table.ts'

/** A user's decision about a row, which replaces the proposal. An empty `phone` removes the number. */
export type RowEdit = GateFields & { name?: string; phone?: string; persons?: number; isOut?: boolean }

/** The user's decisions about a table: headings, uses of columns, and `edits` by row number, counted from 1. */
export type ImportChoice = Reading & { edits: Readonly<Record<number, RowEdit>> }

/**
 * A question about a row that only the user can answer. `persons`: the cell in the column of persons is not a number from 1 to 100. `long`:
 * the name is longer than `MAX_NAME`. `table`, `note`, `side`: the text is longer than the server accepts. `vip`: the cell in the column of
 * VIPs says neither yes nor no.
 */
export type RowDoubt = Doubt | { about: 'persons' | 'vip'; written: string } | { about: 'long' | GateText }

/**
 * A row of the table with the guest it proposes. The row has a gate field if the table has a column for it; the text is then empty if the
 * cell is.
 */
export type ReviewRow = GateFields & {
  row: number
  /** The text of the cells that were read, in one line. */
  written: string
  name: string
  /** In international form (`+967…`); as written if the country is unclear. */
  phone: string | null
  isPhoneClear: boolean
  persons: number
  /** Includes questions that the user has answered, so that the choice stays visible and can be changed. */
  doubts: RowDoubt[]
  /** Whether the row invites nobody; `why` gives the reason. */
  isOut: boolean
  why?: ReadLine['why'] | 'long' | 'longField'
}

/** The result of reading a table: one entry for every row that is not empty. */
export type Assessment = { rows: ReviewRow[] }

const MAX_PERSONS = invitationRules.mostPlaces('custom')

const joinLines = (cell: string) => invitationRules.guestsIn(cell).join(' ')

/** Parses «٣» or «3 أشخاص» into a number of persons and adds `more`; undefined unless the sum is 1 to 100. */
function parsePersons(cell: string, added: number) {
  const digits = /^(\d{1,3})(?:\.0+)?(?:\s+\D+)?$/.exec(westernDigits(cell))?.[1]
  const persons = Number(digits) + added
  return digits !== undefined && persons >= 1 && persons <= MAX_PERSONS ? persons : undefined
}

const countDigits = (text: string) => text.match(/\p{N}/gu)?.length ?? 0
const MIN_PHONE_DIGITS = 6

/**
 * Returns name and telephone number of a row. Swaps them if the number stands in the column of names, and appends companions that stand in
 * the column of numbers («+2», «مع زوجته») to the name.
 */
function separateNameAndPhone(name: string, phone: string) {
  if (phone === '' || countDigits(phone) >= MIN_PHONE_DIGITS) return { name, phone }
  if (!/\p{L}/u.test(name) && countDigits(name) >= MIN_PHONE_DIGITS && /\p{L}/u.test(phone)) return { name: phone, phone: name }
  return COMES_ALONG.test(phone) ? { name: `${name} ${phone}`, phone: '' } : { name, phone }
}

/** Returns an unclear telephone number as written if the server accepts that text, otherwise null. */
const storablePhone = (rawPhone: string) => {
  const number = westernDigits(rawPhone)
  return /^\+?[\d\s().-]{5,30}$/.test(number) ? number : null
}

/** Reads the guests from a table as `choice` says. `callingCode` is assumed for telephone numbers without a country code. */
export function assessTable({ rows: table }: Table, choice: ImportChoice, callingCode: string | undefined): Assessment {
  const { headings, uses, edits } = choice
  const columnsOf = (use: string) => uses.flatMap((other, column) => (other === use ? [column] : []))
  const [names, [phoneColumn], [persons], [companions]] = [
    columnsOf('name'),
    columnsOf('phone'),
    columnsOf('persons'),
    columnsOf('companions'),
  ]
  const gateColumns = GATE_TEXTS.flatMap(name => columnsOf(name).map(column => ({ name, column })))
  const [vipColumn] = columnsOf('vip')
  const isOneColumn = uses.filter(use => use !== 'ignored').length === 1
  const phoneCache = new Map<string, string | undefined>()
  const phoneOf = (rawPhone: string) => {
    if (!phoneCache.has(rawPhone)) phoneCache.set(rawPhone, internationalPhone(rawPhone, callingCode))
    return phoneCache.get(rawPhone)
  }
  const cellsOf = (cells: readonly string[], columns: readonly (number | undefined)[]) =>
    columns.map(column => (column === undefined ? '' : joinLines(cells[column] ?? ''))).filter(Boolean)

  const nameAndPhoneOf = (cells: readonly string[]) =>
    separateNameAndPhone(cellsOf(cells, names).join(' '), cellsOf(cells, [phoneColumn])[0] ?? '')

  /** Reads a row. `line` is the result of parsing its name as a line of a list; the other columns override the line's phone and count. */
  function readRow(cells: readonly string[], line: ReadLine): ReviewRow {
    const { name, phone: phoneCell } = nameAndPhoneOf(cells)
    const [personsCell = ''] = cellsOf(cells, [companions ?? persons])
    // Beside other columns, a cell of names that a line parser would leave out as nameless still names a guest if it has words.
    const isNamedGuest = !isOneColumn && line.why === 'nameless' && hasWords(name)
    const personsCount = personsCell === '' ? undefined : parsePersons(personsCell, companions === undefined ? 0 : 1)
    const phoneWritten = phoneCell || line.phoneWritten
    const phone = phoneCell === '' ? line.phone : (phoneOf(phoneCell) ?? null)
    const doubts: RowDoubt[] = isNamedGuest
      ? []
      : line.doubts.filter(({ about }) => about !== 'phone' && (personsCount === undefined || !isAboutCount(about)))
    if (phoneWritten !== null && phone === null) doubts.push({ about: 'phone' })
    if (personsCell !== '' && personsCount === undefined) doubts.push({ about: 'persons', written: personsCell })
    const texts = gateColumns.map(({ name, column }) => [name, joinLines(cells[column] ?? '')] as const)
    for (const [name, written] of texts) if (written.length > GATE_TEXT_LENGTHS[name]) doubts.push({ about: name })
    const [vipCell = ''] = cellsOf(cells, [vipColumn])
    const isVip = YES.test(fold(vipCell))
    if (!isVip && !NO.test(fold(vipCell))) doubts.push({ about: 'vip', written: vipCell })
    const why = isNamedGuest ? undefined : line.why === 'empty' ? 'nameless' : line.why
    return {
      row: line.line,
      written: cellsOf(cells, [...names, phoneColumn, companions ?? persons, ...gateColumns.map(({ column }) => column), vipColumn]).join(
        ' · ',
      ),
      name: isNamedGuest ? name : line.name,
      phone: phone ?? (phoneWritten === null ? null : storablePhone(phoneWritten)),
      isPhoneClear: phone !== null || phoneWritten === null,
      persons: personsCount ?? line.places,
      ...Object.fromEntries(texts),
      ...(vipColumn !== undefined && { isVip }),
      doubts,
      isOut: line.isOut && !isNamedGuest,
      ...(why && { why }),
    }
  }

  const lines = readGuestLines(
    table.map((cells, index) => (index < headings ? '' : nameAndPhoneOf(cells).name)),
    phoneOf,
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
  markRepeated(repeated)
  return { rows: rows.map((row, index) => applyEdit({ ...row, ...repeatOf(repeated[index], row) }, edits[row.row], phoneOf)) }
}

const isAboutCount = (about: Doubt['about']) => about === 'count' || about === 'family' || about === 'many'

type RepeatedRow = Pick<ReadLine, 'line' | 'name' | 'phone' | 'isOut' | 'doubts' | 'why'>

const repeatOf = (marked: RepeatedRow | undefined, { doubts }: ReviewRow): Partial<ReviewRow> =>
  marked && marked.doubts.length > 0
    ? { isOut: marked.isOut, doubts: [...doubts, ...marked.doubts], ...(marked.why && { why: marked.why }) }
    : {}

/** Applies a decision to the proposal of a row. */
function applyEdit(row: ReviewRow, edit: RowEdit = {}, phoneOf: (rawPhone: string) => string | undefined): ReviewRow {
  const name = edit.name === undefined ? row.name : joinLines(edit.name)
  const phone = edit.phone === undefined ? undefined : joinLines(edit.phone)
  const clearPhone = phone === undefined ? undefined : phoneOf(phone)
  const texts = GATE_TEXTS.flatMap(field => {
    const written = edit[field] === undefined ? row[field] : joinLines(edit[field])
    return written === undefined ? [] : [[field, written] as const]
  })
  const isTooLong = name.length > MAX_NAME
  const hasLongField = texts.some(([field, written]) => written.length > GATE_TEXT_LENGTHS[field])
  const isNamed = hasWords(name)
  return {
    ...row,
    name,
    ...(phone !== undefined && {
      phone: clearPhone ?? storablePhone(phone),
      isPhoneClear: clearPhone !== undefined || phone === '',
    }),
    persons: edit.persons ?? row.persons,
    ...Object.fromEntries(texts),
    ...(edit.isVip !== undefined && { isVip: edit.isVip }),
    doubts: row.name.length > MAX_NAME ? [...row.doubts, { about: 'long' }] : row.doubts,
    isOut: isTooLong || hasLongField || !isNamed || (edit.isOut ?? row.isOut),
    ...(hasLongField && { why: 'longField' as const }),
    ...(isTooLong && { why: 'long' as const }),
  }
}
