import { isChat } from '@hudur/core/guest-lists/chat'
import { splitGuests } from '@hudur/core/guest-lists/split-guests'
import { type Contact, isVcard, readVcards } from '@hudur/core/guest-lists/vcard'
import { downloadZip } from 'client-zip'
import Papa from 'papaparse'
import readWorkbook from 'read-excel-file/universal'
import { removeFormulaApostrophes } from '../../sheets/csv.ts'
import { findHeadingRow } from './columns.ts'
import { decodeText } from './encodings.ts'
import { type GuestTable, isEmptyRow, MAX_COLUMNS, MAX_FILE_BYTES, TableRefusedError } from './guest-table.ts'
import { unpackWorkbook } from './unpack.ts'

export type ListSource = Blob | string | readonly Contact[]

const startsWithSignature = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array) => startsWithSignature(bytes, 0x50, 0x4b, 0x03, 0x04)
/** Returns whether a file is an Excel file from before 2007 or a workbook with a password. Both have this signature. */
const isOldExcel = (bytes: Uint8Array) => startsWithSignature(bytes, 0xd0, 0xcf, 0x11, 0xe0)

const SEPARATORS = ['\t', ';', ',', '|']
/** Control characters that occur in no text. As separator or quote they have no effect. */
const NO_SEPARATOR = '\x1f'
const NO_QUOTE = '\x1e'
const SEPARATOR_SAMPLE_ROWS = 50

type ParseSettings = { delimiter: string; preview?: number; skipEmptyLines?: 'greedy'; quoteChar: string }

const parseDelimited = (text: string, settings: ParseSettings) => Papa.parse<string[]>(text, { newline: '\n', ...settings })

const hasOddQuotes = ({ errors }: Papa.ParseResult<string[]>) => errors.some(({ type }) => type === 'Quotes')

/** Returns the separator that gives the most rows, and more than half, the same number of cells above one; else `NO_SEPARATOR`. */
function findSeparator(text: string, quoteChar: string) {
  const attempts = SEPARATORS.map(delimiter => {
    const parsed = parseDelimited(text, { delimiter, quoteChar, preview: SEPARATOR_SAMPLE_ROWS, skipEmptyLines: 'greedy' })
    const widths = parsed.data.map(row => row.length)
    const countRowsOfWidth = (width: number) => widths.filter(other => other === width).length
    const rows = Math.max(0, ...widths.filter(width => width > 1).map(countRowsOfWidth))
    return { delimiter, rows: hasOddQuotes(parsed) || rows * 2 <= widths.length ? 0 : rows }
  })
  const best = attempts.reduce((best, attempt) => (attempt.rows > best.rows ? attempt : best))
  return best.rows > 0 ? best.delimiter : NO_SEPARATOR
}

/** Reads separated text as Excel and the product's own export write it. A quote that is not closed is an ordinary character. */
const parseDelimitedText = (rawText: string) => splitIntoCells(rawText).map(row => row.map(removeFormulaApostrophes))

function splitIntoCells(rawText: string): string[][] {
  const lines = rawText.replace(/\r\n?/g, '\n')
  const separatorLine = /^sep=(.)\n/i.exec(lines)
  const text = separatorLine ? lines.slice(separatorLine[0].length) : lines
  const parseWithQuote = (quoteChar: string) =>
    parseDelimited(text, { delimiter: separatorLine?.[1] ?? findSeparator(text, quoteChar), quoteChar })
  const parsed = parseWithQuote('"')
  if (!hasOddQuotes(parsed)) return parsed.data
  return parseWithQuote(NO_QUOTE).data.map(row => row.map(cell => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')))
}

const cellText = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))

/** Returns the rows of the first sheet that is not empty. Throws TableRefusedError for a damaged workbook. */
async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  try {
    // The workbook is unpacked here, because the unpacked size must be limited. The library gets the same files without compression.
    const unpacked = await downloadZip(await unpackWorkbook(bytes)).blob()
    const sheets = (await readWorkbook(unpacked)).map(({ data }) => data.map(row => row.map(cellText)))
    return sheets.find(rows => !rows.every(isEmptyRow)) ?? []
  } catch (cause) {
    throw cause instanceof TableRefusedError ? cause : new TableRefusedError({ reason: 'damaged' })
  }
}

/** Reads lines into rows of one cell. A line that contains several guests gives a row for each. */
const readLines = (text: string): GuestTable => ({
  rows: text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap(line => splitGuests(line).map(guest => [guest])),
  is: 'lines',
})

const readContacts = (contacts: readonly Contact[]): GuestTable => ({
  rows: contacts.map(({ name, phones: [phone = ''] }) => [name, phone]),
  is: 'contacts',
})

/** Reads a text by its content: an address book, lines of a chat, or cells. */
function readTextByContent(text: string): GuestTable {
  if (isVcard(text)) return readContacts(readVcards(text))
  return isChat(text.split('\n')) ? readLines(text) : { rows: parseDelimitedText(text) }
}

/** Reads pasted text without tabs: as cells if it has headings of several columns, otherwise as lines. */
function readPastedText(text: string): GuestTable {
  const table = { rows: parseDelimitedText(text) }
  const headings = table.rows[findHeadingRow(table) - 1]
  return headings && headings.length > 1 ? table : readLines(text)
}

async function readListSource(source: ListSource): Promise<GuestTable> {
  if (typeof source === 'string') return source.includes('\t') || isVcard(source) ? readTextByContent(source) : readPastedText(source)
  if (!(source instanceof Blob)) return readContacts(source)
  if (source.size > MAX_FILE_BYTES) throw new TableRefusedError({ reason: 'too-large' })
  const bytes = new Uint8Array(await source.arrayBuffer())
  if (isOldExcel(bytes)) throw new TableRefusedError({ reason: 'old-excel' })
  if (isZip(bytes)) return { rows: await readSheets(bytes) }
  const text = decodeText(bytes)
  if (text === undefined) throw new TableRefusedError({ reason: 'not-a-table' })
  return readTextByContent(text)
}

/** Reads a file, a pasted text or picked contacts. Recognises a file by its content, not by its name. Throws TableRefusedError. */
export async function readTable(source: ListSource): Promise<GuestTable> {
  const { rows: read, ...table } = await readListSource(source)
  const rows = read.map(row => row.slice(0, MAX_COLUMNS))
  while (rows.length > 0 && isEmptyRow(rows.at(-1) ?? [])) rows.pop()
  if (rows.length === 0) throw new TableRefusedError({ reason: 'empty' })
  return { rows, ...table }
}
