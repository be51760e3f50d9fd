import { TableRefusedError } from './guest-table.ts'
import { attributeOf, decodeEntities, readMarkup } from './markup.ts'
import { SheetBuilder } from './sheet-builder.ts'
import type { Archive } from './zip.ts'

/** Reads the sheets of an Excel workbook (.xlsx). Of a formula it reads the stored result. */

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const isYes = (value: string | undefined) => value === '1' || value === 'true'

/** Returns the texts that the cells of all sheets share, without phonetic hints. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let parts: string | undefined
  let isText = false
  let isPhonetic = false
  readMarkup(xml, {
    open(tag, _, isEmpty) {
      const name = localName(tag)
      if (name === 'si') {
        if (isEmpty) strings.push('')
        else parts = ''
      } else if (name === 'rPh') isPhonetic = !isEmpty
      else if (name === 't') isText = !isEmpty
    },
    close(tag) {
      const name = localName(tag)
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        strings.push(unescapeText(parts ?? ''))
        parts = undefined
      }
    },
    text(text) {
      if (isText && !isPhonetic && parts !== undefined) parts += decodeEntities(text)
    },
  })
  return strings
}

/** Decodes `_x000D_`, with which Excel writes characters that XML does not allow. */
const unescapeText = (text: string) =>
  text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))) : text

type NumberFormat = 'date' | { zeros: number } | undefined

/** Excel's own formats of dates have these numbers. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Returns what a format code means for a text: dates, or numbers that are filled with zeros to a length («0000000000»). */
function numberFormatOf(code: string): NumberFormat {
  const bare = code
    .split(';')[0]!
    .replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|_.|\*./gi, '')
    .trim()
  const zeros = bare.replace(/[-\s()]/g, '')
  if (/^0{6,15}$/.test(zeros)) return { zeros: zeros.length }
  return /[dmyhs]/i.test(bare) && !/[0#?%]/.test(bare.replace(/\.0+/g, '')) ? 'date' : undefined
}

/** Returns the number format of each style of cells. */
function readStyles(xml: string): NumberFormat[] {
  const codes = new Map<number, NumberFormat>()
  const styles: NumberFormat[] = []
  let isCellStyles = false
  readMarkup(xml, {
    open(tag, attributes) {
      const name = localName(tag)
      if (name === 'numFmt')
        codes.set(Number(attributeOf(attributes, 'numFmtId')), numberFormatOf(attributeOf(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') isCellStyles = true
      else if (name === 'xf' && isCellStyles) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
        styles.push(codes.has(id) ? codes.get(id) : isBuiltInDate(id) ? 'date' : undefined)
      }
    },
    close(tag) {
      if (localName(tag) === 'cellXfs') isCellStyles = false
    },
  })
  return styles
}

const DAY_MS = 86_400_000
/** The day 0 of Excel's calendar, in ms since 1970, and that of workbooks from old Macs. In the first one, 1900 has a 29 February. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const MAC_DAY_ZERO = Date.UTC(1904, 0, 1)

function numberText(value: string, format: NumberFormat, dayZero: number) {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (format === 'date') {
    if (number < 1) return ''
    const date = new Date(dayZero + Math.round(number * DAY_MS))
    return Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10)
  }
  const text = String(number)
  return format && /^\d+$/.test(text) ? text.padStart(format.zeros, '0') : text
}

/** Returns the index of the column in a reference such as «BC12». */
function columnOf(reference: string) {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) | 32
    if (code < 97 || code > 122) break
    column = column * 26 + code - 96
  }
  return column - 1
}

const rowOf = (reference: string) => Number(/\d+/.exec(reference)?.[0] ?? 0) - 1

type Workbook = { strings: string[]; styles: NumberFormat[]; dayZero: number }

function readSheet(xml: string, sheet: SheetBuilder, { strings, styles, dayZero }: Workbook) {
  let row = -1
  let column = -1
  let cell = { type: 'n', style: 0, value: '', hasValue: false, hasFormula: false, text: '' }
  let inside: 'v' | 't' | undefined
  let isPhonetic = false
  const finishCell = () => {
    const { type, style, value, hasValue, hasFormula, text } = cell
    if (hasFormula) {
      sheet.formulas.all++
      if (type === 'e' || (type !== 'str' && (!hasValue || value === '')) || (type === 'str' && !hasValue)) sheet.formulas.missing++
      else if (type === 'n' && Number(value) === 0) sheet.formulas.zero++
    }
    if (type === 's') sheet.set(row, column, strings[Number(value)] ?? '')
    else if (type === 'inlineStr') sheet.set(row, column, unescapeText(text))
    else if (type === 'str' || type === 'd') sheet.set(row, column, type === 'd' ? value.slice(0, 10) : unescapeText(value))
    else if (type === 'b') sheet.set(row, column, value === '1' ? 'true' : 'false')
    // An error without a formula was pasted as a value: saving the file again does not calculate it, so the user is asked about its row.
    else if (type === 'e' && !hasFormula) sheet.set(row, column, value)
    else if (type !== 'e' && value !== '') sheet.set(row, column, numberText(value, styles[style], dayZero))
  }
  readMarkup(xml, {
    open(tag, attributes, isEmpty) {
      const name = localName(tag)
      if (name === 'c') {
        const reference = attributeOf(attributes, 'r')
        column = reference ? columnOf(reference) : column + 1
        cell = {
          type: attributeOf(attributes, 't') ?? 'n',
          style: Number(attributeOf(attributes, 's') ?? 0),
          value: '',
          hasValue: false,
          hasFormula: false,
          text: '',
        }
      } else if (name === 'v') {
        cell.hasValue = true
        if (!isEmpty) inside = 'v'
      } else if (name === 't') {
        if (!isEmpty && !isPhonetic) inside = 't'
      } else if (name === 'rPh') isPhonetic = !isEmpty
      else if (name === 'f') cell.hasFormula = true
      else if (name === 'row') {
        const number = attributeOf(attributes, 'r')
        row = number ? Number(number) - 1 : row + 1
        column = -1
        if (isYes(attributeOf(attributes, 'hidden'))) sheet.hiddenRows.add(row)
      } else if (name === 'col' && isYes(attributeOf(attributes, 'hidden'))) {
        const [first, last] = [Number(attributeOf(attributes, 'min')), Number(attributeOf(attributes, 'max'))]
        for (let at = first; at <= Math.min(last, 300); at++) sheet.hiddenColumns.add(at - 1)
      } else if (name === 'mergeCell') {
        const [from = '', to = ''] = (attributeOf(attributes, 'ref') ?? '').split(':')
        const rows = rowOf(to) - rowOf(from) + 1
        if (rows > 1) sheet.merged.push({ row: rowOf(from), column: columnOf(from), rows })
      }
    },
    close(tag) {
      const name = localName(tag)
      if (name === 'c') finishCell()
      else if (name === 'v' || name === 't') inside = undefined
      else if (name === 'rPh') isPhonetic = false
    },
    text(text) {
      if (inside === 'v') cell.value += decodeEntities(text)
      else if (inside === 't') cell.text += decodeEntities(text)
    },
  })
}

/** Returns whether an archive is a workbook of Excel. */
export const isExcelWorkbook = ({ names }: Archive) => names.includes('xl/workbook.xml')

/** Reads the sheets of a workbook in their order. Throws TableRefusedError for a damaged one. */
export async function readExcelWorkbook(archive: Archive): Promise<SheetBuilder[]> {
  const unpackText = async (name: string) => {
    const bytes = await archive.unpack(name)
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  }
  const targets = new Map<string, string>()
  const names: Record<'strings' | 'styles', string> = { strings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' }
  readMarkup((await unpackText('xl/_rels/workbook.xml.rels')) ?? '', {
    open(tag, attributes) {
      if (localName(tag) !== 'Relationship') return
      const target = attributeOf(attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      const type = attributeOf(attributes, 'Type') ?? ''
      if (type.endsWith('/sharedStrings')) names.strings = path
      else if (type.endsWith('/styles')) names.styles = path
      else targets.set(attributeOf(attributes, 'Id') ?? '', path)
    },
  })
  const found: { path: string; sheet: SheetBuilder }[] = []
  let dayZero = DAY_ZERO
  readMarkup((await unpackText('xl/workbook.xml')) ?? '', {
    open(tag, attributes) {
      const name = localName(tag)
      if (name === 'workbookPr' && isYes(attributeOf(attributes, 'date1904'))) dayZero = MAC_DAY_ZERO
      if (name !== 'sheet') return
      const path = targets.get(attributeOf(attributes, 'r:id') ?? attributeOf(attributes, 'id') ?? '')
      const state = attributeOf(attributes, 'state') ?? 'visible'
      if (path) found.push({ path, sheet: new SheetBuilder(attributeOf(attributes, 'name') ?? '', state !== 'visible') })
    },
  })
  const workbook: Workbook = {
    strings: readSharedStrings((await unpackText(names.strings)) ?? ''),
    styles: readStyles((await unpackText(names.styles)) ?? ''),
    dayZero,
  }
  const sheets: SheetBuilder[] = []
  for (const { path, sheet } of found) {
    const xml = await unpackText(path)
    if (xml === undefined || path.includes('/chartsheets/')) continue
    readSheet(xml, sheet, workbook)
    sheets.push(sheet)
  }
  if (sheets.length === 0) throw new TableRefusedError({ reason: 'damaged' })
  return sheets
}
