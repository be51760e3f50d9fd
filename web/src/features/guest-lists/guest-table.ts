/**
 * A list of guests as rows of text cells; row `n` of a sheet is `rows[n - 1]`. `is: 'lines'`: each row is one cell with the text of one
 * guest or line. `is: 'contacts'`: each row is a name and a telephone number.
 */
export type GuestTable = { rows: string[][]; is?: 'lines' | 'contacts' }

export type TableRefusal =
  | { reason: 'empty' | 'not-a-table' | 'old-excel' | 'damaged' | 'too-large' }
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

export const MAX_COLUMNS = 30

/** Returns whether a row is empty. Excel leaves rows of separators where rows were cleared. */
export const isEmptyRow = (row: readonly string[]) => row.every(cell => /^[\s\p{Cf},;|]*$/u.test(cell))
