/** A cell of an exported table: a number or a text. File writers must not write a text as a formula. */
export type Cell = string | number

/** An exported table. Its rows are read in pages, so that the whole list is never in memory twice. */
export type Sheet = {
  columns: readonly { title: string /** The width in characters. */; width: number }[]
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}
