import { foldSpelling } from '../arabic.ts'
import { tableOfTitle } from './carried-groups.ts'
import { isEmptyRow, type Notice } from './guest-table.ts'
import {
  ACCEPTED_PATTERN,
  DECLINED_PATTERN,
  type HeadingKind,
  headingKindOf,
  NAME_PARTS,
  NO_CELL_PATTERN,
  YES_CELL_PATTERN,
} from './headings.ts'

/** Reads lists whose columns are groups: seating lists with a column for each table, and lists with a column for each side. */

type Group = { field: 'table' | 'side'; value: string }

const HEADING_SEARCH_ROWS = 10
const MAX_SAMPLES = 5
const NAME_HEADING = 'الاسم'
const GROUP_HEADINGS = { table: 'الطاولة', side: 'الجهة' }

/** Matches titles of sides, in normalised spelling. Families with a name («آل باوزير») are guests and no titles. */
const SIDE_PATTERN =
  /^(?:(?:ال)?(?:قايمه|كشف|اسماء|ضيوف|معازيم|مدعوو|مدعوون|مدعوين|من|طرف|جهه|اهل|عايله|بيت|اصدقاء|صديقات|اقارب|جيران|زملاء|زميلات) )*(?:ال)?(?:عريس|عروس|عروسه|رجال|نساء|حريم|سيدات|شباب|بنات|جيران|اصدقاء|صديقات|زملاء|زميلات|اقارب|اعمام|اخوال|عمات|خالات)$|^(?:the )?(?:(?:bride|groom)(?:['’]?s)?(?: (?:side|family|friends|guests))?|family|friends|colleagues|neighbou?rs|relatives|men|women|ladies|gentlemen)$/

function groupOf(cell = ''): Group | undefined {
  const title = cell
    .replace(/[\s:：\p{Cf}]+$/u, '')
    .replace(/\s*\(\p{N}+\)$/u, '')
    .trim()
  const table = title === '' ? undefined : tableOfTitle(title)
  if (table !== undefined) return { field: 'table', value: table }
  return SIDE_PATTERN.test(foldSpelling(title)) ? { field: 'side', value: title } : undefined
}

const isFilled = (cell: string | undefined) => cell !== undefined && /[^\s\p{Cf}]/u.test(cell)
const isNameHeading = (cell = '') => {
  const kind = headingKindOf(cell)
  return kind === 'name' || NAME_PARTS.some(part => part === kind)
}
/** Returns whether a cell may be a name: it has a word that is no answer. */
function isNameLike(cell: string) {
  const folded = foldSpelling(cell)
  const isAnswer = [YES_CELL_PATTERN, NO_CELL_PATTERN, DECLINED_PATTERN, ACCEPTED_PATTERN].some(pattern => pattern.test(folded))
  return /\p{L}{2}/u.test(cell) && !isAnswer
}

/** The kinds of columns that may stand beside the names of a group. */
const DETAIL_KINDS: ReadonlySet<HeadingKind | undefined> = new Set<HeadingKind>([
  ...(['mobile', 'phone', 'landline', 'persons', 'persons-part', 'companions', 'status', 'number', 'note'] as const),
])

/** A column of names with the columns beside it, up to the next group. */
type Block = { from: number; to: number; group: Group }

/** Matches the title of a table with a name, which is one only beside tables with numbers: «طاولة VIP», «طاولة العروس». */
const NAMED_TABLE_PATTERN = /^\s*(?:ال)?طاولة\s+(\S.{0,30}?)\s*$/

function groupsOf(titles: readonly string[]) {
  const hasTable = titles.some(cell => groupOf(cell)?.field === 'table')
  return titles.map((cell): Group | undefined => {
    const name = hasTable ? NAMED_TABLE_PATTERN.exec(cell)?.[1] : undefined
    return groupOf(cell) ?? (name === undefined ? undefined : { field: 'table', value: name })
  })
}

/** Returns the blocks of a row of titles; none if it is no such row. */
function blocksOf(titles: readonly string[], width: number): Block[] {
  const starts = groupsOf(titles).flatMap((group, from) => (group ? [{ from, group }] : []))
  const isOneKind = new Set(starts.map(({ group }) => group.field)).size === 1
  if (starts.length < 2 || !isOneKind || new Set(starts.map(({ group }) => group.value)).size < starts.length) return []
  if (titles.some(isNameHeading)) return []
  return starts.map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? width }))
}

const areNumbers = (cells: readonly string[]) => cells.every(cell => /^\s*\p{N}{1,4}\s*$/u.test(cell))

const isMark = (cell: string) =>
  !/\p{N}/u.test(cell) && (YES_CELL_PATTERN.test(foldSpelling(cell)) || NO_CELL_PATTERN.test(foldSpelling(cell)))
const noticeOf = (groups: readonly string[]): Notice => ({
  about: 'group-columns',
  count: groups.length,
  original: groups.slice(0, MAX_SAMPLES).join(' · '),
})

/**
 * Returns a table with one column of groups in place of columns in which a mark says that the guest belongs to the group of the heading:
 * «طرف العريس» and below it «✓». Undefined for other tables, and where a guest belongs to two groups.
 */
function readMarkedGroups(rows: string[][]): { rows: string[][]; notices: Notice[] } | undefined {
  const at = rows.slice(0, HEADING_SEARCH_ROWS).findIndex(row => row.some(isNameHeading) && row.some(groupOf))
  if (at === -1) return undefined
  const titles = rows[at]!
  const guests = rows.slice(at + 1)
  const marked = titles.flatMap((cell, column) => {
    const group = groupOf(cell)
    const filled = guests.flatMap(row => (isFilled(row[column]) ? [row[column]!] : []))
    return group && filled.length > 0 && filled.every(isMark) ? [{ column, group, title: cell.trim() }] : []
  })
  const [first, ...others] = marked
  if (!first || others.some(({ group }) => group.field !== first.group.field)) return undefined
  const groupsOf = (row: readonly string[]) =>
    marked.filter(({ column }) => isFilled(row[column]) && YES_CELL_PATTERN.test(foldSpelling(row[column]!)))
  if (guests.some(row => groupsOf(row).length > 1)) return undefined
  const withGroup = (row: readonly string[], group: string) => {
    const cells = row.map((cell, column) => (marked.some(other => other.column === column) ? '' : cell))
    while (cells.length <= first.column) cells.push('')
    cells[first.column] = group
    return cells
  }
  return {
    rows: [
      ...rows.slice(0, at),
      withGroup(titles, GROUP_HEADINGS[first.group.field]),
      ...guests.map(row => (isEmptyRow(row) ? row : withGroup(row, groupsOf(row)[0]?.group.value ?? ''))),
    ],
    notices: [noticeOf(marked.map(({ title }) => title))],
  }
}

/**
 * Returns a list whose columns occur several times beside each other («م · الاسم · م · الاسم») with the blocks below each other; other rows
 * unchanged.
 */
function stackRepeatedColumns(rows: string[][]): string[][] {
  const at = rows.slice(0, HEADING_SEARCH_ROWS).findIndex(row => row.filter(isNameHeading).length > 1)
  const titles = (rows[at] ?? []).map(cell => cell.trim())
  const starts = titles.flatMap((title, column) => (title !== '' && title === titles.find(Boolean) ? [column] : []))
  const [from = 0, next] = starts
  if (next === undefined) return rows
  const step = next - from
  const width = titles.findLastIndex(Boolean) + 1
  const block = titles.slice(from, next)
  const doRepeat = starts.every((start, index) => start === from + index * step) && width <= from + starts.length * step
  if (!doRepeat || from !== 0 || titles.some((title, column) => column < width && title !== (block[column % step] ?? ''))) return rows
  if (block.filter(isNameHeading).length !== 1 || rows.slice(at + 1).some(row => row.slice(width).some(isFilled))) return rows
  const below = rows.slice(at + 1)
  return [
    ...rows.slice(0, at),
    block,
    ...starts.flatMap(start => below.map(row => row.slice(start, start + step)).filter(row => start === 0 || !isEmptyRow(row))),
  ]
}

/**
 * Returns a table with one row for each guest and a column of the groups, if a row of the table has the titles of groups and the columns
 * below them have names, or marks beside the names. Other tables are returned unchanged. Titles may occur again below, for the next tables of a plan.
 */
export function readGroupColumns(rows: string[][]): { rows: string[][]; notices: Notice[] } {
  const unchanged = { rows, notices: [] }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const at = rows.slice(0, HEADING_SEARCH_ROWS).findIndex(row => blocksOf(row, width).length > 0)
  if (at === -1) return readMarkedGroups(rows) ?? { rows: stackRepeatedColumns(rows), notices: [] }
  const titles = rows[at]!
  const blocks = blocksOf(titles, width)
  const groupTitles = groupsOf(titles)
  const below = rows[at + 1] ?? []
  const hasSubheadings = blocks.every(({ from, to }) => below.slice(from, to).some(isNameHeading))
  const guests = rows.slice(at + (hasSubheadings ? 2 : 1)).filter(row => !isEmptyRow(row))
  const filledIn = (column: number) => guests.flatMap(row => (isFilled(row[column]) ? [row[column]!] : []))
  const headingAt = (column: number) => (hasSubheadings ? below[column] : groupTitles[column] ? NAME_HEADING : titles[column])?.trim() ?? ''

  // A column that belongs to no group may say something about the guests beside it, so that the table is none of groups.
  for (let column = 0; column < width; column++) {
    const filled = filledIn(column)
    if (filled.length === 0) continue
    const isBeforeGroups = column < blocks[0]!.from
    const kind = headingKindOf(headingAt(column))
    if (isBeforeGroups ? !areNumbers(filled) : !isNameHeading(headingAt(column)) && !DETAIL_KINDS.has(kind)) return unchanged
  }
  const names = blocks.flatMap(({ from, to }) => {
    const column = Array.from({ length: to - from }, (_, index) => from + index).find(column => isNameHeading(headingAt(column)))
    return column === undefined ? [] : filledIn(column)
  })
  if (names.length === 0 || names.filter(isNameLike).length < names.length * 0.8) return unchanged

  const headings: string[] = []
  const columnFor = (block: Block, column: number) => {
    const heading = headingAt(column)
    const earlier = Array.from({ length: column - block.from }, (_, index) => headingAt(block.from + index)).filter(
      other => other === heading,
    )
    const same = headings.flatMap((other, index) => (other === heading ? [index] : []))
    return same[earlier.length] ?? headings.push(heading) - 1
  }
  const groups: string[] = []
  const read: { cells: string[]; group: string }[] = []
  for (const block of blocks) {
    const targets = Array.from({ length: block.to - block.from }, (_, index) => columnFor(block, block.from + index))
    let { group } = block
    groups.push(titles[block.from]!.trim())
    for (const row of guests) {
      const next = groupOf(row[block.from])
      const isTitles = next?.field === group.field && blocks.every(({ from }) => !isFilled(row[from]) || groupOf(row[from]) !== undefined)
      const own = row.slice(block.from, block.to)
      if (isTitles) {
        group = next
        groups.push(row[block.from]!.trim())
      } else if (own.some(isFilled)) {
        const cells: string[] = []
        for (const [index, cell] of own.entries()) cells[targets[index]!] = cell
        read.push({ cells, group: group.value })
      }
    }
  }
  const toRow = (cells: readonly string[], group: string) => [...headings.map((_, index) => cells[index] ?? ''), group]
  return {
    rows: [
      ...rows.slice(0, at),
      toRow(headings, GROUP_HEADINGS[blocks[0]!.group.field]),
      ...read.map(({ cells, group }) => toRow(cells, group)),
    ],
    notices: [noticeOf(groups)],
  }
}
