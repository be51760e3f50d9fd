/** A cell: a number, or text that no program may take for a formula. */
export type Cell = string | number

/** An exported table. Its rows come in pages, so that the whole list is never in memory twice. */
export type Sheet = {
  columns: readonly { title: string /** In characters. */; width: number }[]
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}
