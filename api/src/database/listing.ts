import type { Listing } from '@hudur/core'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'
import { forCaller } from './turns.ts'

/** How many rows a page of a whole list has. */
export const PAGE = 250

/** How many rows the rest of a list has at most where no limit is asked for: it is held whole, and a whole list never is. */
const MOST = 1_000

/** All of a list in pages, so that nobody waits for the whole. `following` reads the page after a row, or the first. */
export async function* pagesOf<Row>(following: (last: Row | undefined) => Promise<Row[]>) {
  for (let last: Row | undefined; ; ) {
    const rows = await following(last)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** What an office reads newest first. */
type Listed = 'orders' | 'user_requests' | 'messages'

/** The rows `matching` speaks of, newest first: how many they are, a part of them, and all of them in pages by key. */
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

/** The part of a list that is asked for, at most `MOST` rows, or all of it in pages; and how many rows there are in all. */
export async function listing<Which, Row>(
  list: List<Which, Row>,
  which: Which,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<Listing<Row>> {
  const isWhole = limit === undefined && offset === 0
  // A search has counted its guests once it has read a page of them.
  const rows = isWhole ? forCaller(list.pages(which)) : await list.page(which, limit ?? MOST, offset)
  return { total: await list.count(which), rows }
}
