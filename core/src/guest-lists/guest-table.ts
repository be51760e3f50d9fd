/** What the reader of a file has left out or changed. The user is told each once for the whole list. */
export type Notice =
  /** A hidden sheet with this number of rows, or the hidden rows or columns of a sheet. */
  | { about: 'hidden-sheet'; sheet: string; count: number }
  | { about: 'hidden-rows' | 'hidden-columns'; sheet: string; count: number; original: string }
  /** Formulas whose result is not stored in the file. */
  | { about: 'formulas'; count: number }
  /** Rows with bytes that are no letters, and texts that were decoded a second time because they were saved in the wrong encoding. */
  | { about: 'broken-letters' | 'repaired-letters'; count: number; original: string }
  /** Further files in an archive, of which only one is read. */
  | { about: 'other-files'; original: string }
  /** Columns of names whose titles became the tables or the sides of the guests below them. */
  | { about: 'group-columns'; count: number; original: string }

/** A sheet of a workbook, without its hidden rows and columns. */
export type ListSheet = { name: string; rows: string[][]; isHidden: boolean }

/**
 * A list of guests as rows of text cells; row `n` of a sheet is `rows[n - 1]`. `is: 'lines'`: each row is one cell with the text of one
 * guest or line. `is: 'contacts'`: each row is a name and its telephone numbers.
 */
export type GuestTable = {
  rows: string[][]
  is?: 'lines' | 'contacts'
  /**
   * The sheets of a file that has several, or a hidden one. `rows` are those of the chosen sheets, and `parts` says where each sheet
   * begins.
   */
  sheets?: ListSheet[]
  parts?: { sheet: number; from: number }[]
  /** The column that was added for the names of the joined sheets. */
  sideColumn?: number
  notices?: Notice[]
}

export type TableRefusal =
  | { reason: 'empty' | 'not-a-table' | 'old-excel' | 'damaged' | 'too-large' | 'formulas' }
  | { reason: 'too-many'; count: number }

export class TableRefusedError extends Error {
  readonly refusal: TableRefusal
  constructor(refusal: TableRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** The maximum size (bytes) of a file, and of its unpacked content. A file of 10,000 guests with all columns has about 1 MB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_UNPACKED_BYTES = 96 * 1024 * 1024

export const MAX_COLUMNS = 300
/** The most cells that one table may have. Repeated rows and columns of a spreadsheet could otherwise fill the memory. */
export const MAX_CELLS = 4_000_000

/** Returns the name of the sheet from which a row was read, counted from 0; empty for files without sheets. */
export const sheetNameOf = ({ sheets, parts }: GuestTable, row: number) => {
  const part = parts?.findLast(({ from }) => from <= row)
  return part ? (sheets?.[part.sheet]?.name ?? '') : (sheets?.find(({ isHidden }) => !isHidden)?.name ?? '')
}

/** Returns whether a row is empty. Excel leaves rows of separators where rows were cleared. */
export const isEmptyRow = (row: readonly string[]) => row.every(cell => /^[\s\p{Cf},;|]*$/u.test(cell))
