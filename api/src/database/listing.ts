import type { Listing } from '@hudur/core'
import { sql } from 'kysely'

/** How many rows a page of a whole list has. */
export const PAGE = 250

/** All of a list in pages, so that nobody waits for the whole. `following` reads the page after a row, or the first. */
export async function* pagesOf<Row>(following: (last: Row | undefined) => Promise<Row[]>) {
  for (let last: Row | undefined; ; ) {
    const rows = await following(last)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** What stands after a row in a list that is newest first; everything where there is no row. */
export const olderThan = (last: { createdAt: string; id: string } | undefined) =>
  last ? sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})` : sql<boolean>`1 = 1`

type List<Which, Row> = {
  count: (which: Which) => Promise<number>
  page: (which: Which, limit: number, offset: number) => Promise<Row[]>
  pages: (which: Which) => AsyncIterable<Row[]>
}

/** The part of a list that is asked for, or all of it in pages; and how many rows there are in all. */
export async function listing<Which, Row>(
  list: List<Which, Row>,
  which: Which,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<Listing<Row>> {
  const total = await list.count(which)
  return { total, rows: limit === undefined && offset === 0 ? list.pages(which) : await list.page(which, limit ?? total, offset) }
}
