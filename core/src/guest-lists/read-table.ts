import { isChat } from './chat.ts'
import { removeGroupEvent } from './chat-events.ts'
import { findHeadingRow } from './columns.ts'
import { decodeBytes, decodeText, hasBrokenLetters, repairMisreadLine } from './decode.ts'
import { readDelimited } from './delimited.ts'
import { isExcelWorkbook, readExcelWorkbook } from './excel-workbook.ts'
import { readGroupColumns } from './group-columns.ts'
import { type GuestTable, isEmptyRow, MAX_COLUMNS, MAX_FILE_BYTES, type Notice, TableRefusedError } from './guest-table.ts'
import { isHtml, isSpreadsheetXml, readHtmlTables, readSpreadsheetXml } from './markup-tables.ts'
import { isOpenDocument, readOpenDocument } from './open-document.ts'
import { readPageLine } from './page-lines.ts'
import { MAX_GUEST_LINE_LENGTH } from './raw-lines.ts'
import type { SheetBuilder } from './sheet-builder.ts'
import { tableOfSheets } from './sheets.ts'
import { splitGuests } from './split-guests.ts'
import { type Contact, isVcard, readVcards } from './vcard.ts'
import { type Archive, isZip, openZip } from './zip.ts'

export type ListSource = Blob | string | readonly Contact[]

/** Returns whether a file is an Excel file from before 2007 or a workbook with a password. Both have this signature. */
const isOldExcel = (bytes: Uint8Array) => [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte)

/** Returns the texts in brackets of a line that has nothing else, if each has a name and a number: «(محمد 777555444) (فهد 777555445)». */
function bracketedGuestsOf(line: string): string[] | undefined {
  if (!/^\s*\(/.test(line) || line.length > MAX_GUEST_LINE_LENGTH || !/^\s*(?:\([^()]*\)[\s,،;؛و-]*){2,}$/.test(line)) return undefined
  const groups = [...line.matchAll(/\(([^()]*)\)/g)].map(([, text = '']) => text.trim())
  return groups.every(text => /\p{L}{2}/u.test(text) && /(?:\p{N}[ -]?){7}/u.test(text)) ? groups : undefined
}

/** Reads lines into rows of one cell. A line that contains several guests gives a row for each. */
const readLines = (text: string): GuestTable => ({
  rows: text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap(line => (bracketedGuestsOf(line) ?? splitGuests(removeGroupEvent(readPageLine(line)))).map(guest => [guest])),
  is: 'lines',
})

const readContacts = (contacts: readonly Contact[]): GuestTable => ({
  rows: contacts.map(({ name, phones }) => [name, ...(phones.length > 0 ? phones : [''])]),
  is: 'contacts',
})

/** Returns the table of the sheets of a workbook. Refuses one whose formulas were never calculated, because its guests are missing. */
function readSheets(builders: readonly SheetBuilder[]): GuestTable {
  const built = builders.map(builder => {
    const { sheet, notices } = builder.build()
    const grouped = readGroupColumns(sheet.rows)
    const shown = sheet.isHidden ? [] : grouped.notices
    return { sheet: { ...sheet, rows: grouped.rows }, notices: [...notices, ...shown], formulas: builder.formulas }
  })
  const notices = built.flatMap(({ notices }) => notices)
  let missing = 0
  for (const { sheet, formulas } of built) {
    if (sheet.isHidden) continue
    // Programs that cannot calculate store no result, or 0 for every formula.
    const uncalculated = formulas.missing + (formulas.zero === formulas.all ? formulas.zero : 0)
    const rows = sheet.rows.filter(row => !isEmptyRow(row)).length
    if (uncalculated > 1 && uncalculated >= (rows - 1) / 2) throw new TableRefusedError({ reason: 'formulas' })
    missing += uncalculated
  }
  if (missing > 0) notices.push({ about: 'formulas', count: missing })
  return tableOfSheets(
    built.map(({ sheet }) => sheet),
    notices,
  )
}

/** Matches the files of an archive that may be a list, the text of a chat first. */
const LIST_FILE_PATTERNS = [/(?:^|\/)_chat\.txt$/i, /\.txt$/i, /\.(?:xlsx|xlsm|ods)$/i, /\.(?:vcf|vcard)$/i, /\.(?:csv|tsv|xls|html?)$/i]

/** Reads a workbook, or the list within another archive, such as the `_chat.txt` of a chat that was exported on an iPhone. */
async function readArchive(bytes: Uint8Array<ArrayBuffer>, isNested: boolean): Promise<GuestTable> {
  try {
    const archive: Archive = openZip(bytes)
    if (isExcelWorkbook(archive)) return readSheets(await readExcelWorkbook(archive))
    if (isOpenDocument(archive)) return readSheets(readOpenDocument(decodeBytes((await archive.unpack('content.xml')) ?? new Uint8Array())))
    const files = archive.names.filter(name => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
    const lists = LIST_FILE_PATTERNS.flatMap(pattern => files.filter(name => pattern.test(name)))
    const [chosen, ...others] = new Set(lists)
    const content =
      chosen === undefined || isNested || files.some(name => name.startsWith('word/')) ? undefined : await archive.unpack(chosen)
    if (!content) throw new TableRefusedError({ reason: 'not-a-table' })
    const table = await readBytes(content, true)
    const left = others.filter(name => !/(?:^|\/)_chat\.txt$/i.test(chosen ?? '') || !/\.vcf$/i.test(name))
    return left.length === 0
      ? table
      : { ...table, notices: [...(table.notices ?? []), { about: 'other-files', original: left.join('، ') }] }
  } catch (cause) {
    throw cause instanceof TableRefusedError ? cause : new TableRefusedError({ reason: 'damaged' })
  }
}

/** Reads a text whose cells are separated. */
function tableOfText(text: string): GuestTable {
  const { rows, notices } = readGroupColumns(readDelimited(text))
  return { rows, ...(notices.length > 0 && { notices }) }
}

/** Reads a text by its content: an address book, tables, lines of a chat, or cells. */
function readTextByContent(text: string): GuestTable {
  if (isVcard(text)) return readContacts(readVcards(text))
  if (isSpreadsheetXml(text)) return readSheets(readSpreadsheetXml(text))
  if (isHtml(text)) {
    const tables = readHtmlTables(text)
    if (tables.length === 0) throw new TableRefusedError({ reason: 'not-a-table' })
    return readSheets(tables)
  }
  if (/^\s*<\?xml/i.test(text)) throw new TableRefusedError({ reason: 'not-a-table' })
  if (isChat(text.split('\n'))) return readLines(text)
  const table = tableOfText(text)
  const isOneColumn = table.rows.every(row => row.length <= 1)
  return isOneColumn && findHeadingRow(table) === 0 ? readLines(text) : table
}

/** Reads pasted text without tabs: as cells if it has headings of several columns, otherwise as lines. */
function readPastedText(text: string): GuestTable {
  const table = tableOfText(text)
  const headings = table.rows[findHeadingRow(table) - 1]
  return headings && headings.length > 1 ? table : readLines(text)
}

async function readBytes(bytes: Uint8Array<ArrayBuffer>, isNested = false): Promise<GuestTable> {
  if (bytes.length > MAX_FILE_BYTES && !isNested) throw new TableRefusedError({ reason: 'too-large' })
  if (isOldExcel(bytes)) throw new TableRefusedError({ reason: 'old-excel' })
  if (isZip(bytes)) return readArchive(bytes, isNested)
  // A vCard is decoded value by value: each may have an encoding of its own, and a line may be folded within a letter.
  const start = decodeBytes(bytes.subarray(0, 64))
  if (isVcard(start)) return readContacts(readVcards(bytes))
  const text = decodeText(bytes)
  if (text === undefined) throw new TableRefusedError({ reason: 'not-a-table' })
  return readTextByContent(text)
}

async function readListSource(source: ListSource): Promise<GuestTable> {
  if (typeof source === 'string') return source.includes('\t') || isVcard(source) ? readTextByContent(source) : readPastedText(source)
  if (!(source instanceof Blob)) return readContacts(source)
  if (source.size > MAX_FILE_BYTES) throw new TableRefusedError({ reason: 'too-large' })
  return readBytes(new Uint8Array(await source.arrayBuffer()))
}

/** Repairs texts that were saved in a wrong encoding, and finds those with lost letters. */
function repairTexts(rows: string[][]): { rows: string[][]; notices: Notice[] } {
  let [repaired, broken] = [0, 0]
  let originals = { repaired: '', broken: '' }
  const checked = rows.map(row => {
    if (!row.some(hasBrokenLetters)) return row
    const original = row.filter(Boolean).join(' · ')
    const result = row.map(cell => repairMisreadLine(cell) ?? cell)
    if (result.some(hasBrokenLetters)) {
      if (broken++ === 0) originals = { ...originals, broken: original }
    } else if (repaired++ === 0) originals = { ...originals, repaired: original }
    return result
  })
  return {
    rows: repaired > 0 ? checked : rows,
    notices: [
      ...(repaired > 0 ? [{ about: 'repaired-letters', count: repaired, original: originals.repaired } as const] : []),
      ...(broken > 0 ? [{ about: 'broken-letters', count: broken, original: originals.broken } as const] : []),
    ],
  }
}

/** Reads a file, a pasted text or picked contacts. Recognises a file by its content, not by its name. Throws TableRefusedError. */
export async function readTable(source: ListSource): Promise<GuestTable> {
  const { rows: read, notices: found = [], ...table } = await readListSource(source)
  const cut = read.some(row => row.length > MAX_COLUMNS) ? read.map(row => row.slice(0, MAX_COLUMNS)) : read
  while (cut.length > 0 && isEmptyRow(cut.at(-1) ?? [])) cut.pop()
  if (cut.length === 0) throw new TableRefusedError({ reason: 'empty' })
  const { rows, notices } = repairTexts(cut)
  const all = [...found, ...notices]
  return { rows, ...table, ...(all.length > 0 && { notices: all }) }
}
