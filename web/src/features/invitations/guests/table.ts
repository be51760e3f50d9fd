/**
 * A list of guests as a file or the clipboard has it: rows of cells, all of them text. The row `n` of the sheet is `rows[n - 1]`. Lines without
 * cells are one column of names; an address book has `name` and `phone`.
 */
export type Table = { rows: string[][]; is?: 'lines' | 'contacts' }

/** Why a file is no list we take. */
export type TableRefusal =
  | { reason: 'empty' | 'not-a-table' | 'old-excel' | 'damaged' | 'too-large' }
  | { reason: 'too-many'; count: number }

export class TableRefused extends Error {
  readonly refusal: TableRefusal
  constructor(refusal: TableRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** The largest file (bytes), and the largest once unpacked: ten thousand guests with all their columns take a tenth of it. */
export const MAX_FILE = 10 * 1024 * 1024
export const MAX_UNPACKED = 96 * 1024 * 1024

/** Columns beyond these hold no guests. */
export const MAX_COLUMNS = 30

/** Whether a row says nothing; separators alone are what Excel leaves of rows that were cleared. */
export const isEmptyRow = (row: readonly string[]) => row.every(cell => /^[\s\p{Cf},;|]*$/u.test(cell))
