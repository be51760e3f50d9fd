import { MAX_COLUMNS } from './guest-table.ts'
import { attributeOf, decodeEntities, readMarkup } from './markup.ts'
import { SheetBuilder } from './sheet-builder.ts'

/** Reads the tables of web pages and of «XML Spreadsheet 2003», which programs save under the ending `.xls`. */

const MAX_SPAN = 300
const spanOf = (attributes: string, name: string) => Math.min(MAX_SPAN, Math.max(1, Number(attributeOf(attributes, name) ?? 1) || 1))
const isHiddenStyle = (attributes: string) => /display\s*:\s*none/i.test(attributeOf(attributes, 'style') ?? '')

/** Reads each outer table of a web page as a sheet. A table within a cell belongs to the cell's text. */
export function readHtmlTables(html: string): SheetBuilder[] {
  const sheets: SheetBuilder[] = []
  let sheet: SheetBuilder | undefined
  let depth = 0
  let row = -1
  let column = 0
  let cell: { row: number; column: number; text: string; columns: number; rows: number } | undefined
  let skipped: string | undefined
  /** For each column the first row that no cell of an earlier row covers. */
  let coveredUntil: number[] = []
  const finishCell = () => {
    if (!cell || !sheet) return
    const text = decodeEntities(cell.text)
      .replace(/[ \t\r\n\f]+/g, ' ')
      .replace(/ ?\u2028 ?/g, '\n')
      .trim()
    sheet.set(cell.row, cell.column, text)
    if (cell.rows > 1) sheet.merged.push({ row: cell.row, column: cell.column, rows: cell.rows })
    cell = undefined
  }
  readMarkup(html, {
    open(tag, attributes) {
      const name = tag.toLowerCase()
      if (name === 'style' || name === 'script') skipped = name
      else if (name === 'table') {
        depth++
        if (depth > 1) return
        sheet = new SheetBuilder('', isHiddenStyle(attributes))
        sheets.push(sheet)
        row = -1
        coveredUntil = []
      } else if (depth === 1 && name === 'tr') {
        finishCell()
        row++
        column = 0
        if (isHiddenStyle(attributes)) sheet?.hiddenRows.add(row)
      } else if (depth === 1 && (name === 'td' || name === 'th')) {
        finishCell()
        if (row < 0) row = 0
        while (column < MAX_COLUMNS && (coveredUntil[column] ?? 0) > row) column++
        const [columns, rows] = [spanOf(attributes, 'colspan'), spanOf(attributes, 'rowspan')]
        if (rows > 1) for (let next = 0; next < Math.min(columns, MAX_COLUMNS - column); next++) coveredUntil[column + next] = row + rows
        cell = { row, column, text: '', columns, rows }
        column += columns
      } else if (cell && (name === 'br' || name === 'p' || name === 'div') && cell.text.trim() !== '') cell.text += '\u2028'
    },
    close(tag) {
      const name = tag.toLowerCase()
      if (name === skipped) skipped = undefined
      else if (name === 'table') {
        if (depth === 1) finishCell()
        depth = Math.max(0, depth - 1)
      } else if (depth === 1 && (name === 'td' || name === 'th' || name === 'tr')) finishCell()
    },
    text(text) {
      if (cell && skipped === undefined) cell.text += text
    },
  })
  return sheets
}

export const isSpreadsheetXml = (text: string) =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<\?mso[^>]*>\s*)?<(?:\w+:)?Workbook[\s>]/i.test(text.slice(0, 2000))
export const isHtml = (text: string) =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|style|div)[\s>]/i.test(text.slice(0, 4000))

/** Reads the sheets of an «XML Spreadsheet 2003». */
export function readSpreadsheetXml(xml: string): SheetBuilder[] {
  const sheets: SheetBuilder[] = []
  let sheet: SheetBuilder | undefined
  let [row, column] = [-1, -1]
  let data: { text: string; isDate: boolean } | undefined
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  readMarkup(xml, {
    open(tag, attributes, isEmpty) {
      const name = localName(tag)
      const at = (attribute: string) => attributeOf(attributes, `ss:${attribute}`) ?? attributeOf(attributes, attribute)
      if (name === 'Worksheet') {
        sheet = new SheetBuilder(at('Name') ?? '', false)
        sheets.push(sheet)
        row = -1
      } else if (name === 'Row') {
        row = at('Index') ? Number(at('Index')) - 1 : row + 1
        column = -1
        if (at('Hidden') === '1') sheet?.hiddenRows.add(row)
      } else if (name === 'Column' && at('Hidden') === '1' && at('Index')) sheet?.hiddenColumns.add(Number(at('Index')) - 1)
      else if (name === 'Cell') {
        column = at('Index') ? Number(at('Index')) - 1 : column + 1
        const down = Number(at('MergeDown') ?? 0)
        if (down > 0) sheet?.merged.push({ row, column, rows: down + 1 })
      } else if (name === 'Data' && !isEmpty) data = { text: '', isDate: at('Type') === 'DateTime' }
    },
    close(tag) {
      if (localName(tag) !== 'Data' || !data) return
      const text = decodeEntities(data.text)
      if (row >= 0 && column >= 0) sheet?.set(row, column, data.isDate ? text.slice(0, 10) : text)
      data = undefined
    },
    text(text) {
      if (data) data.text += text
    },
  })
  return sheets
}
