import type { Listing } from '@hudur/core'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { forCaller } from './fair-queue.ts'
import type { Tables } from './schema.ts'

/** The number of rows in a page of a whole list. */
export const PAGE = 250

/** The most rows of a list that is read from an offset without a limit: these rows are in memory at once, unlike a whole list. */
const MAX_ROWS = 1_000

/**
 * Yields a whole list in pages, so that other reads run in between. `readAfter` reads the page after a row; without a row, the first page.
 */
export async function* pagesOf<Row>(readAfter: (last: Row | undefined) => Promise<Row[]>) {
  for (let last: Row | undefined; ; ) {
    const rows = await readAfter(last)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** The tables whose rows are listed newest first. */
type Listed = 'orders' | 'user_requests' | 'messages'

/** Returns functions that read the rows of `matching` newest first: their number, a part of them, or all of them in pages by key. */
export function newestFirst<Which, Table extends Listed, Row extends { createdAt: string; id: string }>(
  matching: (which: Which) => SelectQueryBuilder<Tables, Table, object>,
  toRow: (row: Selectable<Tables[Table]>) => Row,
): List<Which, Row> {
  const inOrder = (which: Which) => matching(which).selectAll().orderBy(sql`created_at`, 'desc').orderBy(sql`id`, 'desc')
  const read = async (query: ReturnType<typeof inOrder>) => ((await query.execute()) as Selectable<Tables[Table]>[]).map(toRow)
  return {
    async count(which) {
      const { total } = await matching(which)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },
    page: (which, limit, offset) => read(inOrder(which).limit(limit).offset(offset)),
    pages: which =>
      pagesOf<Row>(last => {
        const next = inOrder(which).limit(PAGE)
        return read(last ? next.where(sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})`) : next)
      }),
  }
}

export type List<Which, Row> = {
  count: (which: Which) => Promise<number>
  page: (which: Which, limit: number, offset: number) => Promise<Row[]>
  pages: (which: Which) => AsyncIterable<Row[]>
}

/**
 * Reads a list: without limit and offset the whole list in pages, else the requested part, which has at most 1,000 rows when no limit is
 * given. `total` is the number of rows of the whole list.
 */
export async function listing<Which, Row>(
  list: List<Which, Row>,
  which: Which,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<Listing<Row>> {
  const isWhole = limit === undefined && offset === 0
  // The page is read first: a search counts its matching guests in the same statement, so that `count` afterwards needs fewer queries.
  const rows = isWhole ? forCaller(list.pages(which)) : await list.page(which, limit ?? MAX_ROWS, offset)
  return { total: await list.count(which), rows }
}

/** Returns the rows of a list, each changed by `change`. */
export function mapRows<Row>(rows: Listing<Row>['rows'], change: (row: Row) => Row): Listing<Row>['rows'] {
  async function* mapPages(pages: AsyncIterable<Row[]>) {
    for await (const page of pages) yield page.map(change)
  }
  return Array.isArray(rows) ? rows.map(change) : mapPages(rows)
}
