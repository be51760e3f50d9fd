import { foldSpelling, toWesternDigits } from '../arabic.ts'
import { MAX_INVITATIONS_PER_CALL } from '../invitations/contract.ts'
import { DETAIL_FIELDS, MARK_FIELDS } from '../invitations/guest-values.ts'
import { type GuestTable, isEmptyRow, TableRefusedError } from './guest-table.ts'
import {
  ACCEPTED_PATTERN,
  DECLINED_PATTERN,
  type HeadingKind,
  headingKindOf,
  isChildrenHeading,
  isGuestNameHeading,
  isGuestsHeading,
  NAME_PARTS,
  type NamePart,
  UNSURE_PATTERN,
} from './headings.ts'
import { TITLE_WORDS } from './words.ts'

/**
 * The uses of a column. Several columns may be `name`, whose texts are joined, `phone`, of which each row's first filled one is taken,
 * `persons`, which are added, or `ignored`. Each other use occurs at most once. `children`: how many of the persons are children; beside the
 * other parts of a number, such as the adults, they are added to it.
 */
export const COLUMN_USES = ['name', 'phone', 'persons', 'companions', 'children', ...DETAIL_FIELDS, 'status', 'ignored'] as const
export type ColumnUse = (typeof COLUMN_USES)[number]
export const REPEATABLE_USES: readonly ColumnUse[] = ['name', 'phone', 'persons', 'ignored']

/** How a table is read: the row of its headings, counted from 1 (0 for none), and the use of each column. */
export type ColumnReading = { headings: number; uses: ColumnUse[] }

const HEADING_SEARCH_ROWS = 10
const SAMPLE_ROW_COUNT = 200

const countColumns = ({ rows }: GuestTable) => rows.reduce((most, row) => Math.max(most, row.length), 0)
const isFilled = (cell: string) => /[^\s\p{Cf}]/u.test(cell)

/** Returns whether a kind proves that a cell is a heading. Marks such as «VIP» are also written in the rows of guests. */
const isSureKind = (kind: HeadingKind | undefined) =>
  kind !== undefined && kind !== 'unneeded' && kind !== 'number' && !MARK_FIELDS.some(mark => mark === kind)
const isNameKind = (kind: HeadingKind | undefined) => kind === 'name' || NAME_PARTS.some(part => part === kind)

/** Returns a score of how much a row looks like headings; 0 for a row of a guest. */
function headingScore(row: readonly string[]) {
  const filled = row.filter(isFilled)
  const kinds = filled.map(headingKindOf)
  const sure = new Set(kinds.filter(isSureKind))
  if (!kinds.some(isNameKind) && sure.size < 2) return 0
  const others = filled.filter((cell, index) => kinds[index] === undefined && (looksLikePhone(cell) || looksLikeDate(cell))).length
  return kinds.filter(kind => kind !== undefined).length - others * 2
}

/** Returns whether a row has the headings of several columns. */
export const isHeadingRow = (row: readonly string[]) => headingScore(row) > 1

/**
 * Returns the number of the headings' row, counted from 1; 0 if there are no headings. Of the first ten rows it is the one with most known
 * headings, so that a title above them is none.
 */
export function findHeadingRow({ rows }: GuestTable) {
  let best = { row: 0, score: 0 }
  for (const [index, row] of rows.slice(0, HEADING_SEARCH_ROWS).entries()) {
    const score = headingScore(row)
    if (score > best.score) best = { row: index + 1, score }
  }
  return best.row
}

const digitsOf = (cell: string) => toWesternDigits(cell).replace(/[\s().+\-\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069/]/g, '')
/** Matches dates and times, also as they begin a longer text: «2026-11-27», «27/11/2026 9:14 م». */
const DATE_PATTERN =
  /^(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:(?:19|20)\d\d|\d\d)|\d{1,2}[-/ ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*[-/ ,]*\d{2,4})(?![\d-])|^\d{1,2}:\d\d(?::\d\d)?(?:\s|$)/i
const looksLikeDate = (cell: string) => DATE_PATTERN.test(toWesternDigits(cell).trim())
const looksLikePhone = (cell: string) => /^\d{7,15}$/.test(digitsOf(cell)) && !looksLikeDate(cell)
const looksLikeCount = (cell: string) => /^\d{1,2}$/.test(toWesternDigits(cell).trim())
const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !/@|https?:/i.test(cell)
const looksLikeStatus = (cell: string) => {
  const folded = foldSpelling(cell)
  return DECLINED_PATTERN.test(folded) || ACCEPTED_PATTERN.test(folded) || UNSURE_PATTERN.test(folded)
}

/** Returns whether the cells number the rows: the first is 1, and each other one more than the one above it. */
const areSerialNumbers = (cells: string[]) => cells.length > 1 && cells.every((cell, index) => Number(toWesternDigits(cell)) === index + 1)

const doMostCellsMatch = (cells: string[], matches: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(matches).length >= cells.length * 0.6

/** A column with its heading and its cells in a sample of the rows. `filled` has only the cells that are not empty. */
type Column = { index: number; heading: string; kind: HeadingKind | undefined; cells: string[]; filled: string[] }

const distinctShare = ({ filled }: Column) => (filled.length === 0 ? 0 : new Set(filled).size / filled.length)

const PHONE_RANK: Partial<Record<HeadingKind, number>> = { mobile: 0, phone: 1, landline: 3 }
/** Returns the rank of a telephone column: a mobile comes before other telephones, and these before a land line. */
export const phoneRankOf = (heading: string) => PHONE_RANK[headingKindOf(heading) ?? 'unneeded'] ?? 2

const isDates = ({ filled }: Column) => doMostCellsMatch(filled, looksLikeDate)

/**
 * Returns the telephone columns that have numbers. Those with a known heading come before those whose cells only look like telephone
 * numbers.
 */
function findPhoneColumns(columns: readonly Column[]): Column[] {
  const headed = columns.filter(column => column.kind !== undefined && column.kind in PHONE_RANK && !isDates(column))
  const withNumbers = headed.filter(({ filled }) => filled.some(cell => /(?:\p{N}.*){5}/su.test(cell)))
  if (withNumbers.length > 0) return withNumbers
  const filledButUnclear = headed.filter(({ filled }) => filled.length > 0)
  const byContent = columns.filter(
    column =>
      !isDates(column) &&
      (column.kind === undefined || column.kind === 'number' || column.kind === 'persons') &&
      !areSerialNumbers(column.filled) &&
      doMostCellsMatch(column.filled, looksLikePhone),
  )
  if (byContent.length > 0) return byContent.slice(0, 1)
  return (filledButUnclear.length > 0 ? filledButUnclear : headed).slice(0, 1)
}

/** Returns a score of how well a column fits as the column of guests' names. */
function nameScore(column: Column, rowCount: number) {
  const weight = column.kind === 'name' ? (isGuestNameHeading(column.heading) ? 3 : 2.5) : column.kind === 'other-name' ? 1.2 : 1
  const fill = rowCount === 0 ? 0 : column.filled.length / rowCount
  const share = column.filled.length === 0 ? 0 : column.filled.filter(looksLikeName).length / column.filled.length
  return column.filled.length === 0 ? weight / 100 : weight * (0.2 + fill) * (0.1 + share) * (0.5 + distinctShare(column) / 2)
}

const isNamePart = ({ kind }: Column) => NAME_PARTS.some(part => part === kind)
const TITLE_CELL_PATTERN = new RegExp(`^(?:${TITLE_WORDS}|dr|mr|mrs|ms|eng|prof)\\.?$`)
/** Returns whether a column has titles such as «الشيخ», which are not the end of a name although «اللقب» means both. */
const isTitles = ({ filled }: Column) => doMostCellsMatch(filled, cell => TITLE_CELL_PATTERN.test(foldSpelling(cell)))
const isText = ({ kind, filled }: Column) =>
  filled.length === 0 || doMostCellsMatch(filled, kind === 'name-prefix' ? cell => /\p{L}/u.test(cell) : looksLikeName)
/** Returns whether a heading is «Nom», which beside «Prénom» is the family name. */
const isFrenchFamilyName = (heading: string) => /^\s*noms?\s*$/i.test(heading)
const countRowsOf = (columns: readonly Column[]) =>
  columns[0]?.cells.filter((_, row) => columns.some(({ cells }) => isFilled(cells[row] ?? ''))).length ?? 0

/** Returns whether most names in a column end with the family name in another column. */
function doNamesEndWith(whole: Column, last: Column) {
  const pairs = whole.cells
    .map((cell, row) => [foldSpelling(cell), foldSpelling(last.cells[row] ?? '')] as const)
    .filter(([name, family]) => name !== '' && family !== '')
  return pairs.filter(([name, family]) => name.endsWith(family)).length > pairs.length / 2
}

/** Returns the columns whose texts together are the guest's name. */
function findNameColumns(columns: readonly Column[], rowCount: number): Column[] {
  const parts = columns.filter(isNamePart)
  const textParts = parts.filter(part => part.filled.length > 0 && isText(part) && !(part.kind === 'name-last' && isTitles(part)))
  const byScore = (one: Column, other: Column) => nameScore(other, rowCount) - nameScore(one, rowCount) || one.index - other.index
  const whole = columns.filter(column => (column.kind === 'name' || column.kind === 'other-name') && isText(column)).sort(byScore)[0]
  const hasFirst = parts.some(({ kind }) => kind === 'name-first')
  if (whole && whole.filled.length > 0) {
    if (hasFirst && textParts.length > 0) {
      if (isFrenchFamilyName(whole.heading)) return [...textParts, whole]
      return whole.kind === 'name' && whole.filled.length >= countRowsOf(textParts) ? [whole] : textParts
    }
    // «الاسم» beside «العائلة» is the first name, unless it ends with the family already.
    const last = textParts.find(({ kind }) => kind === 'name-last')
    return last && !doNamesEndWith(whole, last) ? [whole, ...textParts] : [whole]
  }
  if (textParts.length > 0) return textParts
  const named = parts.length > 0 ? parts : whole ? [whole] : []
  if (rowCount === 0 || parts.length > 0) return named
  const byContent = columns
    .filter(({ kind }) => kind === undefined || kind === 'number' || kind === 'other-name')
    .filter(({ filled }) => filled.length > 0 && doMostCellsMatch(filled, looksLikeName))
    .sort(byScore)[0]
  return byContent ? [byContent] : named
}

/** Returns the rank of a column of names: the parts of a name are joined in the order in which people say them. */
export function nameRankOf(heading: string) {
  const kind = headingKindOf(heading)
  const rank = NAME_PARTS.indexOf(kind as NamePart)
  return rank !== -1 ? rank : isFrenchFamilyName(heading) ? NAME_PARTS.indexOf('name-last') : NAME_PARTS.indexOf('name-first')
}

const hasNumber = (cell: string) => /\p{N}/u.test(cell)
const sumOf = (columns: readonly Column[], row: number) =>
  columns.reduce((sum, { cells }) => sum + (Number(/\d+/.exec(toWesternDigits(cells[row] ?? ''))?.[0] ?? 0) || 0), 0)

/** Returns the columns that count persons: the total where there is one, otherwise all that count some of them. */
function findCountColumns(columns: readonly Column[]): { use: 'persons' | 'companions'; columns: Column[] } {
  const filledOf = (kind: HeadingKind) =>
    columns.filter(
      column => column.kind === kind && !doMostCellsMatch(column.filled, looksLikePhone) && !doMostCellsMatch(column.filled, looksLikeDate),
    )
  const best = (some: readonly Column[]) => some.filter(({ filled }) => filled.length > 0)
  const [persons, parts, companions] = [
    filledOf('persons'),
    filledOf('persons-part').filter(({ filled }) => filled.length === 0 || filled.some(hasNumber)),
    filledOf('companions'),
  ]
  const [filledPersons, filledParts, filledCompanions] = [best(persons), best(parts), best(companions)]
  if (filledPersons.length > 0) {
    const total = filledPersons.find(column => column.cells.every((_, row) => sumOf([column], row) >= sumOf(filledParts, row)))
    if (filledParts.length > 0 && !total) return { use: 'persons', columns: [...filledPersons, ...filledParts] }
    return {
      use: 'persons',
      columns:
        total && filledPersons.length > 1 && filledParts.length > 0
          ? [total]
          : filledPersons.slice(0, filledParts.length > 0 ? 1 : undefined),
    }
  }
  if (filledParts.length > 0) return { use: 'persons', columns: filledParts }
  if (filledCompanions.length > 0) return { use: 'companions', columns: filledCompanions.slice(0, 1) }
  const [first] = [...persons, ...companions].sort((one, other) => one.index - other.index)
  return first ? { use: first.kind === 'companions' ? 'companions' : 'persons', columns: [first] } : { use: 'persons', columns: [] }
}

/** Returns the column of children beside the counted columns: beside a total, or beside other parts such as the adults. */
function findChildrenColumn(columns: readonly Column[], counts: ReturnType<typeof findCountColumns>) {
  const children = columns.find(
    ({ kind, heading, filled }) => kind === 'persons-part' && isChildrenHeading(heading) && filled.some(hasNumber),
  )
  const others = counts.columns.filter(column => column !== children)
  if (!children || counts.use === 'companions' || others.length === 0) return undefined
  return others.length === counts.columns.length || others.every(({ kind }) => kind === 'persons-part') ? children : undefined
}

/** Returns the columns of a table, with a sample of their cells. */
function columnsOf(table: GuestTable, headings: number): { columns: Column[]; rowCount: number } {
  const headingCells = table.rows[headings - 1] ?? []
  const sample = table.rows.slice(headings, headings + SAMPLE_ROW_COUNT).filter(row => !isEmptyRow(row))
  // A title above the rows is no heading of its column.
  const isTitle = headings > 0 && headingCells.filter(isFilled).length === 1 && doMostRowsHaveSeveralCells(sample)
  const columns = Array.from({ length: countColumns(table) }, (_, index): Column => {
    const heading = isTitle ? '' : (headingCells[index] ?? '').trim()
    const cells = sample.map(row => row[index] ?? '')
    return { index, heading, kind: headingKindOf(heading), cells, filled: cells.filter(isFilled) }
  })
  return { columns, rowCount: sample.length }
}

const doMostRowsHaveSeveralCells = (rows: readonly (readonly string[])[]) =>
  rows.length > 0 && rows.filter(row => row.filter(isFilled).length > 1).length > rows.length / 2

/**
 * Returns the row of the headings and the use of each column. Headings and contents are both evidence: a column is used for what its
 * heading says unless its cells contradict, and of several columns of a kind the filled ones are used.
 */
export function recogniseColumns(table: GuestTable): ColumnReading {
  const width = countColumns(table)
  if (table.is === 'lines') return { headings: 0, uses: ['name'] }
  if (table.is === 'contacts')
    return { headings: 0, uses: Array.from({ length: Math.max(2, width) }, (_, index) => (index === 0 ? 'name' : 'phone')) }
  const headings = findHeadingRow(table)
  const { columns, rowCount } = columnsOf(table, headings)
  const uses: ColumnUse[] = Array.from({ length: width }, () => 'ignored')
  const rest = () => columns.filter(({ index }) => uses[index] === 'ignored')
  const assign = (some: readonly Column[], use: ColumnUse) => {
    for (const { index } of some) uses[index] = use
  }
  if (table.sideColumn !== undefined) uses[table.sideColumn] = 'side'
  assign(findPhoneColumns(rest()), 'phone')
  assign(findNameColumns(rest(), rowCount), 'name')
  if (!columns.some(({ heading }) => heading !== '') && !uses.includes('phone'))
    assign(
      rest()
        .filter(column => !isDates(column) && column.filled.some(looksLikePhone))
        .slice(0, 1),
      'phone',
    )
  const counts = findCountColumns(rest())
  const children = findChildrenColumn(rest(), counts)
  assign(counts.columns, counts.use)
  assign(children ? [children] : [], 'children')
  for (const field of DETAIL_FIELDS) {
    if (uses.includes(field)) continue
    const candidates = rest().filter(({ kind }) => kind === field)
    const column = candidates.find(({ filled }) => filled.length > 0) ?? candidates[0]
    assign(column ? [column] : [], field)
  }
  const hasHeadings = columns.some(({ heading }) => heading !== '')
  assign(
    [
      rest().find(({ kind, filled }) => kind === 'status' && filled.some(looksLikeStatus)) ??
        rest().find(({ kind, filled }) => kind === undefined && doMostCellsMatch(filled, cell => looksLikeStatus(`- ${cell}`))),
    ].flatMap(column => column ?? []),
    'status',
  )
  if (counts.columns.length === 0)
    assign(
      rest()
        .filter(({ heading }) => !hasHeadings || isGuestsHeading(heading))
        .filter(({ filled }) => doMostCellsMatch(filled, looksLikeCount) && !areSerialNumbers(filled))
        .slice(0, 1),
      'persons',
    )
  // If no column looks like names, the first one that is not empty is taken.
  if (!uses.includes('name'))
    assign(
      rest()
        .filter(({ filled, kind }) => filled.length > 0 && kind !== 'unneeded')
        .slice(0, 1),
      'name',
    )
  return { headings, uses }
}

/** Returns whether most cells of a column occur in the names of their rows. */
const areIn = (cells: readonly string[], names: readonly Column[]) => {
  const filled = cells.flatMap((cell, row) => (isFilled(cell) ? [{ cell: foldSpelling(cell), row }] : []))
  const included = filled.filter(({ cell, row }) => names.some(({ cells }) => foldSpelling(cells[row] ?? '').includes(cell)))
  return included.length >= filled.length * 0.8
}

/** Returns the columns that count some of the persons, if these add up to the used number of persons in every row. */
function countedPartsOf(columns: readonly Column[], uses: readonly ColumnUse[]) {
  const totals = columns.filter(({ index }) => uses[index] === 'persons')
  const parts = columns.filter(({ kind, filled }) => kind === 'persons-part' && filled.some(hasNumber))
  const isSum = totals.length === 1 && totals[0]!.cells.every((_, row) => sumOf(totals, row) === sumOf(parts, row))
  return isSum ? parts.map(({ index }) => index) : []
}

/** A column that is not used, has text, and is not known to be unneeded. */
export type UnusedColumn = { index: number; heading: string; sample: string }

/** Returns the unused columns that may say something about the guests. */
export function unusedColumns(table: GuestTable, { headings, uses }: ColumnReading): UnusedColumn[] {
  if (table.is) return []
  const { columns } = columnsOf(table, headings)
  const parts = countedPartsOf(columns, uses)
  return columns
    .filter(({ index, kind, filled, cells }) => {
      if (uses[index] !== 'ignored' || filled.length === 0) return false
      // Numbers behind the names may count persons, where no heading says that they number the rows.
      const isNumbering = kind === 'number' ? !filled.some(looksLikePhone) : areSerialNumbers(filled) && index < uses.indexOf('name')
      if (isNumbering) return false
      if (parts.includes(index)) return false
      if (kind === 'unneeded') return filled.some(cell => /\bvip\b|كبار الضيوف|طاولة\s*\p{N}/iu.test(cell))
      // The parts of a name that is taken as a whole say nothing more.
      const names = columns.filter(column => uses[column.index] === 'name')
      return !NAME_PARTS.some(part => part === kind) || !areIn(cells, names)
    })
    .map(({ index, heading, filled }) => ({ index, heading, sample: filled[0] ?? '' }))
}

/** Throws TableRefusedError if the table has more rows of guests than one request may create (`MAX_INVITATIONS_PER_CALL`). */
export function checkRowCount(table: GuestTable, { headings }: ColumnReading) {
  const count = table.rows.slice(headings).filter(row => !isEmptyRow(row)).length
  if (count > MAX_INVITATIONS_PER_CALL) throw new TableRefusedError({ reason: 'too-many', count })
}
