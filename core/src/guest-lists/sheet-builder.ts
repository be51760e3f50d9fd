import { type ListSheet, MAX_CELLS, MAX_COLUMNS, type Notice, TableRefusedError } from './guest-table.ts'

/** The maximum number of rows of a sheet: Excel's own limit. */
const MAX_ROWS = 1_048_576
/** The most cells that one sheet fills from merged cells. A page may claim more merged cells than it has rows. */
const MAX_FILLED_CELLS = 200_000
const NO_CELLS: string[] = []

/** A range of merged cells: indexes of its first cell, and how many rows it has. */
type MergedRange = { row: number; column: number; rows: number }

/** Collects the cells of one sheet, whatever its format, with what is hidden and merged in it. Indexes count from 0. */
export class SheetBuilder {
  readonly name: string
  readonly isHidden: boolean
  readonly hiddenRows = new Set<number>()
  readonly hiddenColumns = new Set<number>()
  readonly merged: MergedRange[] = []
  /** How many cells have a formula, how many of these have no result, and how many have the result 0. */
  readonly formulas = { all: 0, missing: 0, zero: 0 }
  private readonly rows: string[][] = []
  private cells = 0

  constructor(name: string, isHidden: boolean) {
    this.name = name
    this.isHidden = isHidden
  }

  set(row: number, column: number, text: string) {
    if (text === '' || column >= MAX_COLUMNS) return
    if (row >= MAX_ROWS || ++this.cells > MAX_CELLS) throw new TableRefusedError({ reason: 'too-large' })
    while (this.rows.length <= row) this.rows.push(NO_CELLS)
    let cells = this.rows[row]!
    if (cells === NO_CELLS) cells = this.rows[row] = []
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  /** Copies the text of vertically merged cells into each of their rows. */
  private fillMergedCells() {
    let left = MAX_FILLED_CELLS
    for (const { row, column, rows } of this.merged) {
      const text = this.rows[row]?.[column]
      if (!text) continue
      const last = Math.min(row + rows, this.rows.length, row + 1 + left)
      left -= Math.max(0, last - row - 1)
      for (let at = row + 1; at < last; at++) if (this.rows[at]!.length > 0 && !this.rows[at]![column]) this.set(at, column, text)
    }
  }

  /**
   * Returns the sheet without its hidden rows and columns, and notices of them. Hidden rows become empty ones, so that the other rows keep
   * their numbers.
   */
  build(): { sheet: ListSheet; notices: Notice[] } {
    this.fillMergedCells()
    const { name, isHidden } = this
    const notices: Notice[] = []
    const hidden = this.rows.filter((cells, row) => this.hiddenRows.has(row) && cells.some(Boolean))
    const originalOf = (cells: readonly string[] = []) => cells.filter(Boolean).join(' · ')
    if (!isHidden && hidden.length > 0)
      notices.push({ about: 'hidden-rows', sheet: name, count: hidden.length, original: originalOf(hidden[0]) })
    const columns = [...this.hiddenColumns].filter(column => this.rows.some(cells => cells[column]))
    if (!isHidden && columns.length > 0) {
      const original = columns.map(column => this.rows.find(cells => cells[column])?.[column] ?? '')
      notices.push({ about: 'hidden-columns', sheet: name, count: columns.length, original: originalOf(original) })
    }
    const rows = this.rows.map((cells, row) => {
      if (this.hiddenRows.has(row) || cells.length === 0) return NO_CELLS
      // A copy takes only the memory of its cells. The row that was built cell by cell has room for more.
      return columns.length === 0 ? cells.slice() : cells.map((text, column) => (columns.includes(column) ? '' : text))
    })
    return { sheet: { name, rows, isHidden }, notices }
  }
}
