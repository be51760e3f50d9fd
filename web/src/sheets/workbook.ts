import type { Cell, Sheet } from './sheet.ts'

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The files of a workbook beside its sheet: they declare the sheet, the default style that programs require, and a bold style for headings.
 */
const FIXED_FILES = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEET_NAMESPACE}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
} as const

const HEADING_STYLE_INDEX = 1

/** Escapes the characters with a meaning in XML, and removes those that XML does not allow. */
const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const cellXml = (cell: Cell, at: string, style: number) =>
  typeof cell === 'number'
    ? `<c r="${at}" s="${style}"><v>${cell}</v></c>`
    : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`

const COLUMN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const rowXml = (row: readonly Cell[], number: number, style = 0) =>
  `<row r="${number}">${row.map((cell, column) => cellXml(cell, `${COLUMN_LETTERS[column]}${number}`, style)).join('')}</row>`

/** Yields the XML of the sheet page by page. The sheet runs from right to left, and its row of headings is frozen. */
async function* sheetXml({ columns, pages }: Sheet) {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')
  const view =
    '<sheetView rightToLeft="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  yield `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetViews>${view}</sheetViews><cols>${widths}</cols><sheetData>`
  yield rowXml(
    columns.map(({ title }) => title),
    1,
    HEADING_STYLE_INDEX,
  )
  let number = 1
  for await (const rows of pages) yield rows.map(row => rowXml(row, ++number)).join('')
  yield '</sheetData></worksheet>'
}

/**
 * Writes a sheet as an Excel workbook; every text becomes a text cell. The file is written here, page by page, because libraries build the
 * whole sheet in memory and compress it in workers from blobs, which the content security policy forbids.
 */
export async function workbookFile(sheet: Sheet) {
  const entries: ZipEntry[] = []
  for (const [name, xml] of Object.entries(FIXED_FILES)) entries.push(await compressEntry(name, [XML_DECLARATION + xml]))
  entries.push(await compressEntry('xl/worksheets/sheet1.xml', sheetXml(sheet)))
  return buildZip(entries)
}

type ZipEntry = { name: Uint8Array<ArrayBuffer>; packed: Uint8Array<ArrayBuffer>; crc: number; size: number }

/**
 * The lengths of the gzip header that browsers write, and of its trailer, in bytes. The trailer holds checksum and length, which the zip
 * needs too.
 */
const GZIP_HEADER_BYTES = 10
const GZIP_TRAILER_BYTES = 8

async function compressEntry(name: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<ZipEntry> {
  const gzip = new CompressionStream('gzip')
  const compressed = new Response(gzip.readable).arrayBuffer()
  const writer = gzip.writable.getWriter()
  const encoder = new TextEncoder()
  try {
    for await (const chunk of chunks) await writer.write(encoder.encode(chunk))
    await writer.close()
  } catch (error) {
    // Aborts the compression stream, because otherwise the promise `compressed` would never settle.
    await writer.abort(error).catch(() => undefined)
    await compressed.catch(() => undefined)
    throw error
  }
  const bytes = await compressed
  const trailer = new DataView(bytes, bytes.byteLength - GZIP_TRAILER_BYTES)
  return {
    name: encoder.encode(name),
    packed: new Uint8Array(bytes, GZIP_HEADER_BYTES, bytes.byteLength - GZIP_HEADER_BYTES - GZIP_TRAILER_BYTES),
    crc: trailer.getUint32(0, true),
    size: trailer.getUint32(4, true),
  }
}

/**
 * Returns the fields that a zip stores twice for each file, in its header and in the directory: version, flags (UTF-8 names), method
 * (deflate), date, checksum, lengths.
 */
function repeatedZipFields({ name, packed, crc, size }: ZipEntry) {
  const fields = new DataView(new ArrayBuffer(26))
  fields.setUint16(0, 20, true)
  fields.setUint16(2, 0x0800, true)
  fields.setUint16(4, 8, true)
  fields.setUint16(8, ZIP_FIRST_DAY, true)
  fields.setUint32(10, crc, true)
  fields.setUint32(14, packed.length, true)
  fields.setUint32(18, size, true)
  fields.setUint16(22, name.length, true)
  return new Uint8Array(fields.buffer)
}

/** 1 January 1980 in the date format of zip. */
const ZIP_FIRST_DAY = 0x21

const bytesOf = (...numbers: number[]) => Uint8Array.from(numbers)

function buildZip(entries: readonly ZipEntry[]) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const entry of entries) {
    parts.push(bytesOf(0x50, 0x4b, 3, 4), repeatedZipFields(entry), entry.name, entry.packed)
    const directoryFields = new DataView(new ArrayBuffer(14))
    directoryFields.setUint32(10, at, true)
    directory.push(bytesOf(0x50, 0x4b, 1, 2, 20, 0), repeatedZipFields(entry), new Uint8Array(directoryFields.buffer), entry.name)
    at += 30 + entry.name.length + entry.packed.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, length, true)
  end.setUint32(16, at, true)
  return new Blob([...parts, ...directory, new Uint8Array(end.buffer)], { type: `${MEDIA_TYPE}.sheet` })
}
