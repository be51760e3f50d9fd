import { foldSpelling, hasLetterOrDigit, isCleanLine, toWesternDigits } from '../arabic.ts'
import { MAX_NAME_LENGTH, phoneOrEmpty } from '../inputs.ts'
import { guestFields } from '../invitations/guest-fields.ts'
import { LINE_FIELDS, type LineField, MARK_FIELDS, type MarkField } from '../invitations/guest-values.ts'
import * as invitationRules from '../invitations/rules.ts'
import { type NeighbourCode, readNeighbourNumber } from '../phone.ts'
import { carryDown, readSections } from './carried-groups.ts'
import { type ColumnReading, isHeadingRow, nameRankOf, phoneRankOf } from './columns.ts'
import { hasBrokenLetters } from './decode.ts'
import { type ExistingGuest, existingGuestsIndex, findSharedPhones } from './existing-guests.ts'
import { extractPhone, type ReadPhone } from './extract-phone.ts'
import type { GuestDetails } from './guest.ts'
import { type GuestTable, isEmptyRow } from './guest-table.ts'
import {
  ACCEPTED_PATTERN,
  COMPANIONS_CELL_PATTERN,
  DECLINED_PATTERN,
  headingKindOf,
  NO_CELL_PATTERN,
  UNSURE_PATTERN,
  YES_CELL_PATTERN,
} from './headings.ts'
import { findLeftover, isAnswerAlone, type Leftover } from './leftovers.ts'
import { type ListQuestion, listQuestionsOf } from './list-questions.ts'
import { findNumberWord, hasWordsBesideLink, isGenderAlone, isNoName } from './page-lines.ts'
import { readPersonsCell } from './persons-cell.ts'
import { type Doubt, markRepeatedGuests, type ParsedGuestLine, readGuestLines } from './read-lines.ts'

/** A user's decision about a row, which replaces the proposal. An empty `phone` removes the number. */
export type RowEdit = GuestDetails & { name?: string; phone?: string; persons?: number; isOut?: boolean }

/**
 * The user's decisions about a table: headings, uses of columns, and `edits` by row number, counted from 1. `keepsDeclined`: guests who
 * declined are invited too. `ignoresGroups`: the headings within the list, and values that are given once for several rows, are left out.
 */
export type ImportChoice = ColumnReading & {
  edits: Readonly<Record<number, RowEdit>>
  keepsDeclined?: boolean
  /** The neighbouring countries whose numbers are not recognised without their country code. */
  refusedNeighbours?: readonly NeighbourCode[]
  /** Whether guests whom the event already has are added again. */
  addsExisting?: boolean
  ignoresGroups?: boolean
}

/**
 * A question about a row that only the user can answer. `persons`: the cell is not a number from 1 to 100. `long` and the name of a line: the
 * text is longer than the server accepts. The name of a mark: the cell says neither yes nor no. `leftover`: a part of the name looks like
 * something else. `second-phone`: a further number was left out. `letters`: letters of the row were lost. `several`: the cell of the name has
 * several lines.
 */
export type RowDoubt =
  | Doubt
  | { about: 'persons' | 'second-phone' | 'phone-remark' | MarkField; written: string }
  | { about: 'long' | 'letters' | 'several' | LineField }
  | ({ about: 'leftover'; whole: string } & Leftover)

/** A row of the table with the guest proposed for it. It has a detail only if the table has it for some guest. */
export type ReviewRow = GuestDetails & {
  row: number
  written: string
  name: string
  /** In international form (`+967…`), or as written if unclear; null without a number, and for a text that the server would refuse. */
  phone: string | null
  isPhoneClear: boolean
  persons: number
  /** How many of the persons are children; missing where the table has no column of them. */
  children?: number
  /** Includes questions that the user has answered, so that the choice stays visible and can be changed. */
  doubts: readonly RowDoubt[]
  /** Whether the row invites nobody; `why` gives the reason. */
  isOut: boolean
  why?: ParsedGuestLine['why'] | 'long' | 'longField' | 'declined' | 'existing'
}

/** Has one entry for every row that is not empty, and the questions about the list as a whole. */
export type TableAssessment = { rows: ReviewRow[]; questions: ListQuestion[] }

/** The doubts of a row without any. Most rows share it, because a list may have 100,000 rows. */
const NO_DOUBTS: readonly RowDoubt[] = Object.freeze([])

const MAX_PERSONS = invitationRules.maxPersonsFor('custom')

const joinLines = (cell: string) => (cell === '' || isCleanLine(cell) ? cell : invitationRules.guestLinesIn(cell).join(' '))

const isTooLong = (field: LineField, written: string) => written.length > guestFields[field].maxLength

const countDigits = (text: string) => text.match(/\p{N}/gu)?.length ?? 0
const MIN_PHONE_DIGITS = 6

/** Matches cells of telephone numbers that say that there is none. */
const NO_PHONE_PATTERN = /^(?:[-–—_.?؟xX0]+|لا يوجد|لايوجد|بدون|بدون رقم|لا|ليس له|ليس لها|none|no|n\/a|null|nan)$/
/** Matches numbers as spreadsheets may save them: «777123464.0», «777,123,464». */
const SPREADSHEET_NUMBER_PATTERN = /^\p{N}{7,15}\.0$|^\p{N}{1,3}(?:,\p{N}{3}){2,}$/u

/** Swaps name and telephone number if they are in each other's column. Appends companions («+2») in the column of numbers to the name. */
function separateNameAndPhone(name: string, phone: string) {
  if (phone === '' || countDigits(phone) >= MIN_PHONE_DIGITS) return { name, phone }
  // Words in the column of numbers, such as «الإجمالي», are no number.
  if (name === '' && /\p{L}{2}/u.test(phone)) return { name: phone, phone: '' }
  if (!/\p{L}/u.test(name) && countDigits(name) >= MIN_PHONE_DIGITS && /\p{L}/u.test(phone)) return { name: phone, phone: name }
  return COMPANIONS_CELL_PATTERN.test(phone) ? { name: `${name} ${phone}`, phone: '' } : { name, phone }
}

/** Returns an unclear telephone number as written if the server accepts that text, otherwise null. */
const storablePhone = (rawPhone: string) => phoneOrEmpty.safeParse(rawPhone).data || null

/** Returns the number of children in a cell, 0 for an empty one; undefined for a text without a number. */
const readChildrenCell = (cell: string) =>
  cell === '' || Number(toWesternDigits(cell)) === 0 || NO_CELL_PATTERN.test(foldSpelling(cell)) ? 0 : readPersonsCell(cell, 0).persons

const hasSeveralLines = (cell: string) => /\n/.test(cell) && cell.split(/\n/).filter(line => /\p{L}{2}/u.test(line)).length > 1

/** Returns what a cell of answers says: the guest has declined, comes, or is not sure. Undefined for any other text. */
function answerOf(cell: string): 'declined' | 'accepted' | 'unsure' | undefined {
  const folded = foldSpelling(cell)
  if (folded === '') return undefined
  if (UNSURE_PATTERN.test(folded)) return 'unsure'
  return DECLINED_PATTERN.test(folded) ? 'declined' : ACCEPTED_PATTERN.test(folded) ? 'accepted' : undefined
}

/**
 * Reads the guests from a table with the user's `choice`. `readPhone` returns telephone numbers in international form. `existing`: the guests
 * whom the event has already.
 */
export function assessTable(
  given: GuestTable,
  choice: ImportChoice,
  readPhone: ReadPhone,
  existing: readonly ExistingGuest[] = [],
): TableAssessment {
  const { headings, uses, edits } = choice
  const headingCells = given.rows[headings - 1] ?? []
  const carried = choice.ignoresGroups ? { rows: given.rows, fields: [] } : carryDown(given.rows, choice)
  const table = carried.rows
  const columnsForUse = (use: string) => uses.flatMap((other, column) => (other === use ? [column] : []))
  const byRank = (columns: number[], rank: (heading: string) => number) =>
    headings === 0
      ? columns
      : [...columns].sort((one, other) => rank(headingCells[one] ?? '') - rank(headingCells[other] ?? '') || one - other)
  const names = byRank(columnsForUse('name'), nameRankOf)
  const phoneColumns = byRank(columnsForUse('phone'), phoneRankOf)
  const [companions] = columnsForUse('companions')
  const [children] = columnsForUse('children')
  const personsColumns = columnsForUse('persons')
  // Children beside adults are added to them; a total includes them.
  const addsChildren =
    children !== undefined &&
    personsColumns.length > 0 &&
    personsColumns.every(column => headingKindOf(headingCells[column] ?? '') === 'persons-part')
  const countColumns =
    companions === undefined
      ? uses.flatMap((use, column) => (use === 'persons' || (addsChildren && use === 'children') ? [column] : []))
      : [companions]
  const [statusColumn] = columnsForUse('status')
  const columnsOf = <Field extends string>(fields: readonly Field[]) =>
    fields.flatMap(field => columnsForUse(field).map(column => ({ field, column })))
  const [lineColumns, markColumns] = [columnsOf(LINE_FIELDS), columnsOf(MARK_FIELDS)]
  const isOneColumn = uses.filter(use => use !== 'ignored').length === 1
  const groupColumns = new Set([...columnsForUse('side'), ...columnsForUse('table'), given.sideColumn])
  const neighbourByPhone = new Map<string, NeighbourCode>()
  /** Returns a number that the installation's country does not have, read as one of a neighbour, unless the user refused that. */
  function neighbourPhoneOf(rawPhone: string) {
    const found = readNeighbourNumber(rawPhone)
    if (!found || choice.refusedNeighbours?.includes(found.callingCode)) return undefined
    neighbourByPhone.set(found.phone, found.callingCode)
    return found.phone
  }
  const phoneCache = new Map<string, string | undefined>()
  const internationalPhoneOf = (rawPhone: string) => {
    if (!phoneCache.has(rawPhone)) phoneCache.set(rawPhone, readPhone(rawPhone) ?? neighbourPhoneOf(rawPhone))
    return phoneCache.get(rawPhone)
  }
  const nonEmptyCells = (cells: readonly string[], columns: readonly (number | undefined)[]) =>
    columns.map(column => (column === undefined ? '' : joinLines(cells[column] ?? ''))).filter(Boolean)

  /** Returns the words of a row that has no others, in whatever column: the heading of a group, or a guest in the wrong column. */
  function onlyWordsOf(cells: readonly string[]) {
    const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]))
    const [column = -1] = filled
    return filled.length === 1 && !groupColumns.has(column) && /\p{L}{2}/u.test(cells[column]!) ? joinLines(cells[column]!) : ''
  }
  const nameAndPhoneOf = (cells: readonly string[]) =>
    separateNameAndPhone(nonEmptyCells(cells, names).join(' ') || onlyWordsOf(cells), nonEmptyCells(cells, phoneColumns)[0] ?? '')
  const namesAndPhones = table.map((cells, index) => (index < headings ? { name: '', phone: '' } : nameAndPhoneOf(cells)))
  const shownColumns = [
    ...names,
    ...phoneColumns,
    ...countColumns,
    ...(children === undefined || countColumns.includes(children) ? [] : [children]),
    ...[...lineColumns, ...markColumns].map(({ column }) => column),
    statusColumn,
  ]
  const hasLostLetters = given.notices?.some(({ about }) => about === 'broken-letters')

  /** Reads the cell of a telephone column, which may have several numbers and words beside them. */
  function readPhoneCell(cell: string) {
    if (NO_PHONE_PATTERN.test(foldSpelling(cell))) return { phone: null, written: null, others: [], rest: '' }
    const whole = internationalPhoneOf(cell.replace(SPREADSHEET_NUMBER_PATTERN, digits => digits.replace(/[.,]\p{N}$|,/gu, '')))
    if (cell === '' || whole !== undefined) return { phone: whole ?? null, written: cell || null, others: [], rest: '' }
    const { phone = null, written, rest, others = [] } = extractPhone(cell, internationalPhoneOf)
    return phone === null
      ? { phone, written: cell, others: [], rest: '' }
      : { phone, written: written ?? cell, others, rest: rest.replace(/[^\p{L}\p{N} ]/gu, '').trim() }
  }

  /** Returns the numbers of a row's further telephone columns that differ from its first one. */
  const furtherPhonesOf = (cells: readonly string[], phone: string | null) =>
    nonEmptyCells(cells, phoneColumns)
      .slice(1)
      .filter(other => countDigits(other) >= MIN_PHONE_DIGITS && (internationalPhoneOf(other) ?? other) !== phone)
  let [furtherPhones, furtherOriginal] = [0, '']
  const namelessCounts: { persons: number; written: string }[] = []

  /** Reads a row. `line` is the result of parsing its name as a line of a list; the other columns override the line's phone and count. */
  function readRow(cells: readonly string[], line: ParsedGuestLine): ReviewRow {
    const { name, phone: phoneCell } = namesAndPhones[line.line - 1]!
    const countCells = nonEmptyCells(cells, countColumns)
    // In a table of several columns, a name cell that contains words names a guest, even if the line parser found no name in it.
    const isNamedGuest = !isOneColumn && line.why === 'nameless' && hasLetterOrDigit(name)
    const counts = countCells.map(cell => readPersonsCell(cell, companions === undefined ? 0 : 1))
    const isSum = countColumns.length > 1
    const sum = counts.reduce((sum, { persons = 0 }) => sum + persons, 0)
    const areZero = isSum && countCells.length > 0 && countCells.every(cell => Number(toWesternDigits(cell)) === 0)
    const isUnclearCount = isSum
      ? areZero ||
        sum > MAX_PERSONS ||
        counts.some(
          ({ persons, isGuess }, index) => (persons === undefined && Number(toWesternDigits(countCells[index] ?? '')) !== 0) || isGuess,
        )
      : counts.some(({ persons, isGuess }) => persons === undefined || isGuess)
    const personsCount = counts.length === 0 || sum < 1 || sum > MAX_PERSONS ? undefined : sum
    const persons = personsCount ?? line.places
    const childrenCell = children === undefined ? '' : joinLines(cells[children] ?? '')
    const childrenCount = readChildrenCell(childrenCell)
    const areChildrenUnclear = childrenCount === undefined || childrenCount > persons
    const fromCell = readPhoneCell(phoneCell)
    const phoneWritten = fromCell.written ?? line.phoneWritten
    const phone = phoneCell === '' ? line.phone : fromCell.phone
    const others = [
      ...fromCell.others,
      ...(line.otherPhones ?? []),
      ...(phoneCell !== '' && line.phone !== null && line.phone !== phone ? [line.phoneWritten ?? line.phone] : []),
    ]
    const further = phoneColumns.length > 1 ? furtherPhonesOf(cells, phone) : []
    const doubts: RowDoubt[] = isNamedGuest
      ? []
      : line.doubts.filter(({ about }) => about !== 'phone' && (personsCount === undefined || !isAboutCount(about)))
    if (phoneWritten !== null && phone === null) doubts.push({ about: 'phone' })
    if (isUnclearCount) doubts.push({ about: 'persons', written: countCells.join(' · ') })
    else if (areChildrenUnclear) doubts.push({ about: 'persons', written: [...countCells, childrenCell].join(' · ') })
    const lines = lineColumns.map(({ field, column }) => [field, joinLines(cells[column] ?? '')] as const)
    for (const [field, written] of lines) if (isTooLong(field, written)) doubts.push({ about: field })
    const marks = markColumns.map(({ field, column }) => {
      const written = joinLines(cells[column] ?? '')
      const isMarked = YES_CELL_PATTERN.test(foldSpelling(written))
      if (!isMarked && !NO_CELL_PATTERN.test(foldSpelling(written))) doubts.push({ about: field, written })
      return [field, isMarked] as const
    })
    const isDeclined = statusColumn !== undefined && !choice.keepsDeclined && answerOf(cells[statusColumn] ?? '') === 'declined'
    const isGuest = isNamedGuest || !line.isOut
    const why = isNamedGuest ? undefined : line.why === 'empty' ? 'nameless' : line.why
    const written = nonEmptyCells(cells, shownColumns).join(' · ') || name
    const guest = {
      row: line.line,
      written,
      // The text of the cell is used where it is the same, so that it is in memory once.
      name: isNamedGuest || line.name === name ? name : line.name,
      phone: phone ?? (phoneWritten === null ? null : storablePhone(phoneWritten)),
      isPhoneClear: phone !== null || phoneWritten === null,
      persons,
      doubts: NO_DOUBTS,
      isOut: (line.isOut && !isNamedGuest) || isDeclined,
    }
    const details: Partial<ReviewRow> = {
      ...(children !== undefined && { children: Math.min(childrenCount ?? 0, persons) }),
      ...Object.fromEntries([...lines, ...marks]),
      ...(why && { why }),
      ...(isGuest && isDeclined && { why: 'declined' as const }),
    }
    // A copy with details has room for more of them; most rows of a long list have none.
    const row: ReviewRow = Object.keys(details).length > 0 ? { ...guest, ...details } : guest
    if (!isGuest && line.why === 'empty' && personsCount !== undefined && companions === undefined)
      namelessCounts.push({ persons: personsCount, written })
    if (why === 'message' && doubts.length === 0 && hasWordsBesideLink(line.written)) doubts.push({ about: 'message' })
    if (!isGuest) return withDoubts(row, doubts)
    // Nothing is asked about a guest who is left out.
    if (isDeclined) return row
    if (others.length > 0) doubts.push({ about: 'second-phone', written: others.join('، ') })
    if (fromCell.rest !== '') doubts.push({ about: 'phone-remark', written: phoneCell })
    if (further.length > 0 && furtherPhones++ === 0) furtherOriginal = written
    if (hasLostLetters && hasBrokenLetters(written)) doubts.push({ about: 'letters' })
    if (names.some(column => hasSeveralLines(cells[column] ?? ''))) doubts.push({ about: 'several' })
    if (isAnswerAlone(row.name) || [row.name, name].some(isNoName)) {
      doubts.push({ about: 'message' })
      Object.assign(row, { isOut: true, why: 'message' })
    }
    if (isGenderAlone(row.name)) {
      doubts.push({ about: 'message' })
      Object.assign(row, { isOut: true, why: 'heading' })
    }
    const leftover = findLeftover(row.name) ?? findNumberWord(row.name)
    if (leftover) doubts.push(applyLeftover(row, leftover))
    return withDoubts(row, doubts)
  }

  const lines = readGuestLines(
    namesAndPhones.map(({ name }) => name),
    internationalPhoneOf,
  )
  const rows = lines.flatMap(line => {
    const cells = table[line.line - 1] ?? []
    if (line.line <= headings || isEmptyRow(cells)) return []
    // Printed lists repeat their headings on each page.
    if (headings > 0 && isRepeatedHeading(cells, headingCells))
      return [{ ...readRow(cells, line), doubts: NO_DOUBTS, isOut: true, why: 'heading' as const }]
    const row = readRow(cells, line)
    // Other headings below the first ones may belong to other columns.
    if (headings > 0 && row.isOut && headingKindOf(row.name) === 'name' && isHeadingRow(cells))
      return [withDoubts({ ...row, why: 'heading' }, [{ about: 'message' }])]
    return row
  })
  if (headings === 0 && !isOneColumn) markTitles(rows, table)
  const repeated: RepeatedRow[] = rows.map(({ row, name, phone, isPhoneClear, isOut }) => ({
    line: row,
    name,
    phone: isPhoneClear ? phone : null,
    isOut,
    doubts: [],
  }))
  markRepeatedGuests(repeated)
  for (const [index, row] of rows.entries()) Object.assign(row, repeatedRowFields(repeated[index], row))
  const existingNames = markExistingGuests(rows, existing, choice, internationalPhoneOf)
  const sections = readSections(rows, table, choice)
  const hasSections = sections.found.length > 0 && !choice.ignoresGroups
  return {
    rows: rows.map((row, index) =>
      applyRowEdit(hasSections ? { ...row, ...sections.detailsOf(index) } : row, edits[row.row], internationalPhoneOf),
    ),
    questions: listQuestionsOf({
      table: given,
      choice,
      rows,
      carried: choice.ignoresGroups ? carryDown(given.rows, choice).fields : carried.fields,
      sections: sections.found,
      furtherPhones: { count: furtherPhones, original: furtherOriginal },
      namelessCounts,
      statuses: statusColumn === undefined ? [] : rows.map(({ row }) => joinLines(given.rows[row - 1]?.[statusColumn] ?? '')),
      existing: existingNames,
      neighbourPhones: countNeighbourPhones(rows, neighbourByPhone),
      sharedPhones: findSharedPhones(rows.filter(isClearGuest), existing, internationalPhoneOf),
    }),
  }
}

/** Proposes to leave out the rows above the first one with several cells: they are the list's title. */
function markTitles(rows: ReviewRow[], table: readonly (readonly string[])[]) {
  const countCells = ({ row }: ReviewRow) => (table[row - 1] ?? []).filter(cell => cell.trim() !== '').length
  const first = rows.findIndex(row => countCells(row) > 1)
  if (rows.filter(row => countCells(row) > 1).length <= rows.length / 2) return
  for (const row of rows.slice(0, Math.max(0, first)))
    if (!row.isOut) Object.assign(row, { isOut: true, why: 'heading', doubts: [{ about: 'message' }] })
}

const isRepeatedHeading = (cells: readonly string[], headingCells: readonly string[]) =>
  headingCells.filter(cell => cell.trim() !== '').length > 1 &&
  headingCells.every((cell, column) => cell.trim() === (cells[column] ?? '').trim())

/** Gives a row its doubts, in an array that takes no more memory than they need. */
function withDoubts(row: ReviewRow, doubts: readonly RowDoubt[]) {
  if (doubts.length > 0) row.doubts = doubts.slice()
  return row
}

/**
 * Returns the question about a part of a name. The guest's table or VIP mark that the part names becomes the proposal; otherwise the name
 * stays as it is.
 */
function applyLeftover(row: ReviewRow, { part: written, name, table, isVip }: Leftover): RowDoubt {
  const part = written.replace(/^[\s\-–—:،,/|]+/, '')
  const whole = row.name
  if (name === undefined) return { about: 'leftover', whole, part }
  if (table !== undefined || isVip) row.name = name
  if (table !== undefined && !row.table) row.table = table
  if (isVip) row.isVip = true
  return { about: 'leftover', whole, part, name, ...(table !== undefined && { table }), ...(isVip && { isVip }) }
}

const isClearGuest = ({ isOut, isPhoneClear }: ReviewRow) => !isOut && isPhoneClear

/**
 * Leaves out the rows of guests whom the event has already, unless the user adds them, and returns the names of these guests. The questions
 * about a row that is left out are not asked.
 */
function markExistingGuests(
  rows: readonly ReviewRow[],
  existing: readonly ExistingGuest[],
  { addsExisting, edits }: ImportChoice,
  readPhone: ReadPhone,
) {
  if (existing.length === 0) return []
  const hasGuest = existingGuestsIndex(existing, readPhone)
  const found = rows.filter(({ name, phone, isPhoneClear, isOut }) => !isOut && hasGuest({ name, phone: isPhoneClear ? phone : null }))
  for (const row of found)
    if (!addsExisting && edits[row.row]?.isOut !== false) Object.assign(row, { isOut: true, why: 'existing', doubts: NO_DOUBTS })
  return found.map(({ name }) => name)
}

/** Counts the guests of each neighbouring country whose number was written without its country code, also where the user refused that. */
function countNeighbourPhones(rows: readonly ReviewRow[], neighbourByPhone: ReadonlyMap<string, NeighbourCode>) {
  const found = new Map<NeighbourCode, { callingCode: NeighbourCode; count: number; original: string }>()
  for (const { phone, isPhoneClear, isOut, written } of rows) {
    if (phone === null || isOut) continue
    const callingCode = isPhoneClear ? neighbourByPhone.get(phone) : readNeighbourNumber(phone)?.callingCode
    if (callingCode === undefined) continue
    const group = found.get(callingCode) ?? { callingCode, count: 0, original: written }
    found.set(callingCode, { ...group, count: group.count + 1 })
  }
  return [...found.values()]
}

const isAboutCount = (about: Doubt['about']) => about === 'count' || about === 'family' || about === 'many'

type RepeatedRow = Pick<ParsedGuestLine, 'line' | 'name' | 'phone' | 'isOut' | 'doubts' | 'why'>

const repeatedRowFields = (marked: RepeatedRow | undefined, { doubts }: ReviewRow): Partial<ReviewRow> =>
  marked && marked.doubts.length > 0
    ? { isOut: marked.isOut, doubts: [...doubts, ...marked.doubts], ...(marked.why && { why: marked.why }) }
    : {}

const NO_EDIT: RowEdit = {}

/** Returns a row with the user's decisions. A row without decisions is returned itself, unless a text of it is too long or its name empty. */
function applyRowEdit(row: ReviewRow, edit: RowEdit = NO_EDIT, phoneOf: ReadPhone): ReviewRow {
  const name = edit.name === undefined ? row.name : joinLines(edit.name)
  const phone = edit.phone === undefined ? undefined : joinLines(edit.phone)
  const clearPhone = phone === undefined ? undefined : phoneOf(phone)
  const lines = LINE_FIELDS.flatMap(field => {
    const written = edit[field] === undefined ? row[field] : joinLines(edit[field])
    return written === undefined ? [] : [[field, written] as const]
  })
  const marks = MARK_FIELDS.flatMap(field => (edit[field] === undefined ? [] : [[field, edit[field]] as const]))
  const persons = edit.persons ?? row.persons
  const isNameTooLong = name.length > MAX_NAME_LENGTH
  const hasLongField = lines.some(([field, written]) => isTooLong(field, written))
  const isNamed = hasLetterOrDigit(name)
  if (edit === NO_EDIT && (row.isOut || isNamed) && !isNameTooLong && !hasLongField) return row
  return {
    ...row,
    name,
    ...(phone !== undefined && {
      phone: clearPhone ?? storablePhone(phone),
      isPhoneClear: clearPhone !== undefined || phone === '',
    }),
    persons,
    ...(row.children !== undefined && { children: Math.min(row.children, persons) }),
    ...Object.fromEntries([...lines, ...marks]),
    doubts: row.name.length > MAX_NAME_LENGTH ? [...row.doubts, { about: 'long' }] : row.doubts,
    isOut: isNameTooLong || hasLongField || !isNamed || (edit.isOut ?? row.isOut),
    ...(hasLongField && { why: 'longField' as const }),
    ...(isNameTooLong && { why: 'long' as const }),
  }
}
