import { attributeOf, decodeEntities, readMarkup } from './markup.ts'
import { SheetBuilder } from './sheet-builder.ts'
import type { Archive } from './zip.ts'

/** Reads the sheets of an OpenDocument spreadsheet (.ods), as LibreOffice writes it. */

export const isOpenDocument = ({ names }: Archive) => names.includes('content.xml')

/** The most rows and columns that one repeated row or cell stands for. Spreadsheets repeat the empty rest of a sheet. */
const MAX_REPEATED = 1000

export function readOpenDocument(xml: string): SheetBuilder[] {
  const sheets: SheetBuilder[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let sheet: SheetBuilder | undefined
  let row = 0
  let column = 0
  let rowRepeats = 1
  let columnsAt = 0
  let cell: { repeats: number; rows: number; value: string; text: string; paragraphs: number; isDate: boolean } | undefined
  let isText = false
  let isNote = false
  const count = (attributes: string, name: string) => Math.max(1, Number(attributeOf(attributes, name) ?? 1) || 1)

  const finishCell = () => {
    if (!cell || !sheet) return
    const { repeats, rows, value, text, isDate } = cell
    const content = value !== '' ? (isDate ? value.slice(0, 10) : value) : text
    if (content !== '')
      for (let at = 0; at < Math.min(rowRepeats, MAX_REPEATED); at++)
        for (let next = 0; next < Math.min(repeats, MAX_REPEATED); next++) sheet.set(row + at, column + next, content)
    if (rows > 1) sheet.merged.push({ row, column, rows })
    column += repeats
    cell = undefined
  }
  readMarkup(xml, {
    open(name, attributes, isEmpty) {
      if (name === 'style:style') style = attributeOf(attributes, 'style:name') ?? ''
      else if (name === 'style:table-properties' && attributeOf(attributes, 'table:display') === 'false') hiddenStyles.add(style)
      else if (name === 'table:table') {
        const isHidden =
          hiddenStyles.has(attributeOf(attributes, 'table:style-name') ?? '') || attributeOf(attributes, 'table:display') === 'false'
        sheet = new SheetBuilder(attributeOf(attributes, 'table:name') ?? '', isHidden)
        sheets.push(sheet)
        row = 0
        columnsAt = 0
        rowRepeats = 1
      } else if (name === 'table:table-column') {
        const repeats = count(attributes, 'table:number-columns-repeated')
        const isHidden = /^(?:collapse|filter)$/.test(attributeOf(attributes, 'table:visibility') ?? '')
        if (isHidden) for (let at = 0; at < Math.min(repeats, MAX_REPEATED); at++) sheet?.hiddenColumns.add(columnsAt + at)
        columnsAt += repeats
      } else if (name === 'table:table-row') {
        column = 0
        rowRepeats = count(attributes, 'table:number-rows-repeated')
        if (/^(?:collapse|filter)$/.test(attributeOf(attributes, 'table:visibility') ?? ''))
          for (let at = 0; at < Math.min(rowRepeats, MAX_REPEATED); at++) sheet?.hiddenRows.add(row + at)
        if (isEmpty) row += rowRepeats
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        const type = attributeOf(attributes, 'office:value-type')
        const hasFormula = attributeOf(attributes, 'table:formula') !== undefined
        const value = attributeOf(attributes, 'office:value') ?? attributeOf(attributes, 'office:date-value')
        if (hasFormula && sheet) {
          sheet.formulas.all++
          if (type === undefined) sheet.formulas.missing++
          else if (value === '0') sheet.formulas.zero++
        }
        cell = {
          repeats: count(attributes, 'table:number-columns-repeated'),
          rows: count(attributes, 'table:number-rows-spanned'),
          value: (type === 'float' || type === 'date') && name === 'table:table-cell' ? (value ?? '') : '',
          text: '',
          paragraphs: 0,
          isDate: type === 'date',
        }
        if (isEmpty) finishCell()
      } else if (name === 'office:annotation') isNote = !isEmpty
      else if (name === 'text:p' && cell && !isNote) {
        if (cell.paragraphs++ > 0) cell.text += '\n'
        isText = !isEmpty
      } else if (cell && isText && name === 'text:s') cell.text += ' '.repeat(Math.min(count(attributes, 'text:c'), 10))
      else if (cell && isText && name === 'text:line-break') cell.text += '\n'
      else if (cell && isText && name === 'text:tab') cell.text += ' '
    },
    close(name) {
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') finishCell()
      else if (name === 'table:table-row') row += rowRepeats
      else if (name === 'table:table') sheet = undefined
      else if (name === 'text:p') isText = false
      else if (name === 'office:annotation') isNote = false
    },
    text(text) {
      if (cell && isText && !isNote) cell.text += decodeEntities(text)
    },
  })
  // LibreOffice stores a number with leading zeros («0777…») as the number and as the text that it shows.
  return sheets
}
