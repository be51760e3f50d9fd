import { crc32, deflateRawSync } from 'node:zlib'

/** Builds small files in the shapes of real programs: archives, workbooks, and texts in old encodings. */

const encoder = new TextEncoder()
const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? encoder.encode(content) : content)

/** Returns a zip archive. `isStored`: its files are not compressed. */
export function zipFile(files: Readonly<Record<string, string | Uint8Array>>, isStored = false): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [nameBytes, plain] = [encoder.encode(name), bytesOf(content)]
    const packed = isStored ? plain : new Uint8Array(deflateRawSync(plain))
    const fields = new DataView(new ArrayBuffer(26))
    fields.setUint16(0, 20, true)
    fields.setUint16(2, 0x0800, true)
    fields.setUint16(4, isStored ? 0 : 8, true)
    fields.setUint32(10, crc32(plain), true)
    fields.setUint32(14, packed.length, true)
    fields.setUint32(18, plain.length, true)
    fields.setUint16(22, nameBytes.length, true)
    const shared = new Uint8Array(fields.buffer)
    const head = new Uint8Array([0x50, 0x4b, 3, 4, ...shared, ...nameBytes])
    const entry = new DataView(new ArrayBuffer(46))
    new Uint8Array(entry.buffer).set([0x50, 0x4b, 1, 2, 20, 0, ...shared])
    entry.setUint32(42, offset, true)
    parts.push(head, packed)
    directory.push(new Uint8Array(entry.buffer), nameBytes)
    offset += head.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  const count = Object.keys(files).length
  end.setUint16(8, count, true)
  end.setUint16(10, count, true)
  end.setUint32(12, size, true)
  end.setUint32(16, offset, true)
  return joinBytes([...parts, ...directory, new Uint8Array(end.buffer)])
}

/** Returns bytes and texts one after the other. */
export function joinBytes(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map(bytesOf)
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Encodes a text in an encoding with one byte per letter, by inverting its decoder. */
export function encodeIn(encoding: string, text: string): Uint8Array<ArrayBuffer> {
  const letters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
  return Uint8Array.from([...text].map(letter => letters.indexOf(letter)))
}

/** Returns a text in UTF-16 with the low byte first. */
export const encodeUtf16 = (text: string) =>
  Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))

/** Returns the text that a program shows that reads UTF-8 in another encoding. */
export const misread = (encoding: string, text: string) => new TextDecoder(encoding).decode(encoder.encode(text))

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A cell of a workbook: a text, a number, a formula with its stored result, or a date as its number of days. */
type WorkbookCell = string | number | null | { formula: string; result?: string | number } | { day: number } | { zeros: number }

export type WorkbookSheet = {
  name: string
  rows: readonly (readonly WorkbookCell[])[]
  isHidden?: boolean
  hiddenRows?: readonly number[]
  hiddenColumns?: readonly number[]
  merged?: readonly string[]
}

const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

function cellXml(cell: WorkbookCell, at: string, strings: string[]) {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${strings.push(cell) - 1}</v></c>`
  if ('day' in cell) return `<c r="${at}" s="1"><v>${cell.day}</v></c>`
  if ('zeros' in cell) return `<c r="${at}" s="2"><v>${cell.zeros}</v></c>`
  const { formula, result } = cell
  const type = typeof result === 'string' ? ' t="str"' : ''
  return `<c r="${at}"${type}><f>${escapeXml(formula)}</f>${result === undefined ? '<v></v>' : `<v>${escapeXml(String(result))}</v>`}</c>`
}

function sheetXml({ rows, hiddenRows = [], hiddenColumns = [], merged = [] }: WorkbookSheet, strings: string[]) {
  const cols = hiddenColumns.map(column => `<col min="${column + 1}" max="${column + 1}" width="9" hidden="1"/>`).join('')
  const data = rows
    .map((row, index) => {
      const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`, strings)).join('')
      return `<row r="${index + 1}"${hiddenRows.includes(index + 1) ? ' hidden="1"' : ''}>${cells}</row>`
    })
    .join('')
  const merges =
    merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cols && `<cols>${cols}</cols>`}<sheetData>${data}</sheetData>${merges}</worksheet>`
}

/** Returns an Excel workbook (.xlsx). The style 1 shows dates, the style 2 numbers of ten digits. */
export function workbookOf(sheets: readonly WorkbookSheet[], isStored = false): Uint8Array<ArrayBuffer> {
  const strings: string[] = []
  const xml = sheets.map(sheet => sheetXml(sheet, strings))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipFile(
    {
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationship}"><sheets>${sheets.map(({ name, isHidden }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relationship}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${relationship}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${relationship}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="0000000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map(text => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
      ...Object.fromEntries(xml.map((text, index) => [`xl/worksheets/sheet${index + 1}.xml`, text])),
    },
    isStored,
  )
}

type OpenDocumentSheet = {
  name: string
  rows: readonly (readonly (string | number)[])[]
  isHidden?: boolean
  filteredRows?: readonly number[]
}

/** Returns an OpenDocument spreadsheet (.ods) as LibreOffice writes it, with the empty rest of the sheet as repeated cells and rows. */
export function openDocumentOf(sheets: readonly OpenDocumentSheet[]): Uint8Array<ArrayBuffer> {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
      : value === ''
        ? '<table:table-cell/>'
        : `<table:table-cell office:value-type="string"><text:p>${escapeXml(value)}</text:p></table:table-cell>`
  const tables = sheets.map(({ name, rows, isHidden, filteredRows = [] }) => {
    const body = rows.map(
      (row, index) =>
        `<table:table-row${filteredRows.includes(index + 1) ? ' table:visibility="filter"' : ''}>${row.map(cell).join('')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`,
    )
    return `<table:table table:name="${escapeXml(name)}" table:style-name="${isHidden ? 'ta2' : 'ta1'}"><table:table-column table:number-columns-repeated="16384"/>${body.join('')}<table:table-row table:number-rows-repeated="1048500"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`
  })
  return zipFile({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content><office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
  })
}
