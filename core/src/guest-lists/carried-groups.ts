import { foldSpelling, toWesternDigits } from '../arabic.ts'
import { guestFields } from '../invitations/guest-fields.ts'
import type { ColumnReading } from './columns.ts'
import { isEmptyRow } from './guest-table.ts'
import { isColumnHeadings } from './non-guests.ts'
import { normalizeSpelling, originalTextOf, sliceLine } from './normalized-line.ts'
import { anyWordSource, DIGIT_CLASS, WORD_END } from './words.ts'

/** Gives a table or a side that a list states once, in a heading or in the first row of a group, to all rows of the group. */

type GroupField = 'table' | 'side'

/** A column whose values were carried down to the rows below: how many rows got a value, and some of the values. */
export type CarriedField = { field: GroupField; count: number; samples: string[] }

const isFilled = (cell: string | undefined) => cell !== undefined && /[^\s\p{Cf}]/u.test(cell)

const GROUP_WORD_PATTERN = new RegExp(
  `(?<![a-zء-ي])(?:${anyWordSource('طرف|جهه|اهل|ال|بيت|عايله|اسره|الجيران|جيران|الاصدقاء|اصدقاء|الزملاء|زملاء|العريس|العروس|العروسه|الرجال|النساء|الشباب|البنات|الاقارب|اقارب|side|family|friends|bride|groom|colleagues')})(?![a-zء-ي])`,
)

/** Returns whether texts name groups: numbers that increase («طاولة 1», «طاولة 2»), or words for groups of people. */
function areGroups(keys: readonly string[]) {
  const numbers = keys.map(key => Number(/^(?:\D{0,15}?)(\d{1,3})$/.exec(key)?.[1]))
  return (
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)) || keys.every(key => GROUP_WORD_PATTERN.test(key))
  )
}

/** Returns whether a column states each group once, above its rows: the first row has one, and most others have none. */
function isStatedOnce(values: readonly string[]) {
  const stated = values.filter(isFilled)
  const keys = stated.map(foldSpelling)
  const isSparse = isFilled(values[0]) && stated.length > 1 && stated.length * 2 <= values.length
  return isSparse && new Set(keys).size === keys.length && areGroups(keys)
}

/** Returns the rows of a table in which groups that are stated once are carried down. */
export function carryDown(rows: string[][], { headings, uses }: ColumnReading): { rows: string[][]; fields: CarriedField[] } {
  const fields: CarriedField[] = []
  let result = rows
  for (const field of ['table', 'side'] as const) {
    const column = uses.indexOf(field)
    if (column === -1) continue
    const filled = result.flatMap((row, index) => (index >= headings && !isEmptyRow(row) ? [index] : []))
    const values = filled.map(index => result[index]![column] ?? '')
    if (!isStatedOnce(values)) continue
    let value = ''
    let count = 0
    const carried = [...result]
    for (const [at, index] of filled.entries()) {
      if (isFilled(values[at])) value = values[at]!
      else {
        const cells = [...carried[index]!]
        while (cells.length < column) cells.push('')
        cells[column] = value
        carried[index] = cells
        count++
      }
    }
    result = carried
    fields.push({ field, count, samples: values.filter(isFilled) })
  }
  return { rows: result, fields }
}

/** A heading within a list, with what it says about the guests below it, and how many these are. */
export type Section = { row: number; title: string; field: GroupField; value: string; count: number }

const ORDINALS = ['الاولي', 'الثانيه', 'الثالثه', 'الرابعه', 'الخامسه', 'السادسه', 'السابعه', 'الثامنه', 'التاسعه', 'العاشره']
const TABLE_PATTERN = new RegExp(
  `^(?:${anyWordSource('طاوله|الطاوله|طاوله رقم|الطاوله رقم|table|table no')})\\s*[.:#(]*\\s*(${DIGIT_CLASS}{1,3}|[a-zء-ي]|${ORDINALS.join('|')})\\s*[):]*$`,
)
/** Returns the number of a table in digits, also of an ordinal («الأولى»); a letter unchanged. */
const tableValueOf = (table: string) => (ORDINALS.includes(table) ? String(ORDINALS.indexOf(table) + 1) : toWesternDigits(table))
/** Returns the number or the letter of a table from its title («طاولة 3»); undefined for any other text. */
export function tableOfTitle(title: string): string | undefined {
  const line = normalizeSpelling(title)
  const { 0: whole, 1: table } = TABLE_PATTERN.exec(line.plain) ?? []
  if (whole === undefined || table === undefined) return undefined
  // A letter keeps its spelling: «أ», «A».
  const from = whole.lastIndexOf(table)
  return table.length === 1 ? toWesternDigits(originalTextOf(sliceLine(line, from, from + 1))) : tableValueOf(table)
}
/** Matches the words before a group of guests in the title of its list: «قائمة أهل العريس». */
const LIST_OF_GROUP_PATTERN = new RegExp(
  `^(?:${anyWordSource('قايمه|كشف|لسته|ليسته|لايحه|اسماء|اسامي|ضيوف|معازيم|مدعوين|مدعوو|list of|guests of')}) +`,
)
/** Matches headings that name the list or its columns, and no group of guests. */
const LIST_TITLE_PATTERN = new RegExp(
  `^(?:${anyWordSource('قايمه|القايمه|كشف|لايحه|ليسته|لسته|اسامي|اسماء|الاسماء|الاسم|المعازيم|المعزومين|المدعوين|المدعوون|الضيوف|الحضور|هذي|هذه|guest list|guests|the guest list|wedding list|invitation list|list of guests|للتواصل|للاستفسار|ملاحظه|ملاحظات|المجموع|الاجمالي|الزواج|الزفاف|العرس|الحفل|الخطوبه|التخرج|زفاف|زواج|عرس|حفل|حفله|خطوبه|تخرج|مناسبه|ليله|كشف حضور|وايضا|ايضا|وكذلك|كذلك|وباقي|بقيه')})${WORD_END}`,
)

/** Returns what a heading says about the guests below it; undefined where it says nothing. */
function readTitle(title: string): { field: GroupField; value: string } | undefined {
  const text = title
    .replace(/[^\p{L}\p{N}()]+$/u, '')
    .replace(/^[^\p{L}\p{N}()]+/u, '')
    .replace(/\s*\(\p{N}+\)$/u, '')
  const { plain } = normalizeSpelling(text)
  const table = tableOfTitle(text)
  if (table !== undefined) return { field: 'table', value: table }
  const group = LIST_OF_GROUP_PATTERN.exec(plain)?.[0].length
  if (group !== undefined && GROUP_WORD_PATTERN.test(plain.slice(group)))
    return sideOf(originalTextOf(sliceLine(normalizeSpelling(text), group)))
  if (LIST_TITLE_PATTERN.test(plain) || isColumnHeadings(text) || !/\p{L}{2}/u.test(text) || /\p{N}{3}/u.test(text)) return undefined
  return sideOf(text)
}

const sideOf = (text: string) => (text.length <= guestFields.side.maxLength ? ({ field: 'side', value: text } as const) : undefined)

/** Returns the text above the row of headings, if it stands there alone, with what it says about the guests below. */
function titleAboveHeadings(table: readonly (readonly string[])[], headings: number) {
  const [title = '', ...others] = (table[headings - 2] ?? []).filter(isFilled)
  const read = others.length === 0 ? readTitle(title) : undefined
  return read && { title, ...read }
}

type SectionRow = { row: number; written: string; isOut: boolean; why?: string | undefined }

/**
 * Finds the headings within a list («طاولة 1», «طرف العريس») and returns them, with a function that returns the details of the guest in a row
 * by its index. A heading holds until the next one of its kind. A table with a column for the field keeps its own values.
 */
export function readSections(rows: readonly SectionRow[], table: readonly (readonly string[])[], { headings, uses }: ColumnReading) {
  const found: Section[] = []
  const details: Partial<Record<GroupField, string>>[] = []
  const current: { table?: Section; side?: Section } = {}
  for (const row of rows) {
    const cells = table[row.row - 1] ?? []
    const isTitle = row.isOut && row.why === 'heading' && cells.filter(isFilled).length === 1
    const title = isTitle ? readTitle(row.written) : undefined
    if (title && !uses.includes(title.field)) {
      const section: Section = { row: row.row, title: row.written, ...title, count: 0 }
      found.push(section)
      current[title.field] = section
      // A table belongs to the side above it; a new side begins with no table.
      if (title.field === 'side') delete current.table
    }
    if (row.isOut) details.push({})
    else {
      for (const section of [current.table, current.side]) if (section) section.count++
      details.push(Object.fromEntries(Object.values(current).map(({ field, value }) => [field, value])))
    }
  }
  const first = titleAboveHeadings(table, headings)
  // The title above the headings is a group if the lists below have such titles too.
  const [next] = found
  if (first && next && first.field === next.field && first.value !== next.value) {
    const section: Section = { row: headings - 1, ...first, count: 0 }
    for (const [index, row] of rows.entries()) {
      if (row.row >= next.row) break
      if (row.isOut) continue
      section.count++
      details[index] = { ...details[index], [first.field]: first.value }
    }
    found.unshift(section)
  }
  const used = found.filter(({ count }) => count > 0)
  return { found: used, detailsOf: (index: number) => details[index] ?? {} }
}
