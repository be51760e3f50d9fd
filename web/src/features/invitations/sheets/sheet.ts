/** A cell: text, which no program may take for a formula, or a number. */
export type Cell = string | number

/** What is exported: its rows come in pages, so that no whole list is ever held twice. */
export type Sheet = {
  columns: readonly { title: string /** In characters. */; width: number }[]
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}
