import type { ListResult } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { bindToCaller, createFairQueue } from './fair-queue.ts'
import type { Tables } from './schema.ts'
import { searchedParts } from './search-key.ts'

/** The number of rows in each page of a whole list. */
export const PAGE_ROWS = 250

/** The maximum number of rows from an offset without a limit. Unlike the pages of a whole list, they are in memory together. */
const MAX_ROWS_WITHOUT_LIMIT = 1_000

/**
 * Yields a whole list in pages, so that other reads can run between two pages. `readPage` reads `limit` rows after the row `last`, which is
 * undefined for the first page, or from `offset` on.
 */
export async function* readInPages<Row>(readPage: (last: Row | undefined, limit: number, offset: number) => Promise<Row[]>) {
  let last: Row | undefined
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const rows = await readPage(last, PAGE_ROWS, offset)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)
  }
}

/** Returns the number of rows of a query that selects nothing yet. */
export async function countRows<DB, From extends keyof DB>(query: SelectQueryBuilder<DB, From, object>) {
  const counted = query.select(sql<number>`count(*)`.as('total')).$castTo<{ total: number }>()
  return (await counted.executeTakeFirstOrThrow()).total
}

/** The tables whose rows are listed newest first, and whose status an administrator changes. */
type NewestFirstTable = 'orders' | 'user_requests' | 'messages'

type ListedRow = { id: string; createdAt: string; status: Tables[NewestFirstTable]['status'] }

/** A selection by user, status, time of creation and search; a field that is not given selects all. */
type NewestFirstSelection = Partial<Record<'userId' | 'status' | 'from' | 'to' | 'search', string | undefined>>

/** Returns functions that read the rows of a table, the newest first: their number, a part, or all in pages; and that change a row. */
export function newestFirstTable<Table extends NewestFirstTable, Row extends ListedRow>(
  db: Kysely<Tables>,
  table: Table,
  toRow: (row: Selectable<Tables[Table]>) => Row,
) {
  const selectMatching = ({ userId, status, from, to, search }: NewestFirstSelection) =>
    db
      .selectFrom<NewestFirstTable>(table)
      .$if(userId !== undefined, query => query.where(sql`user_id`, '=', userId))
      .$if(status !== undefined, query => query.where(sql`status`, '=', status))
      .$if(from !== undefined, query => query.where(sql`created_at`, '>=', from))
      .$if(to !== undefined, query => query.where(sql`created_at`, '<=', to))
      .$if(!!search, query => query.where(eb => eb.and(searchedParts(search!).map(part => eb(sql`search_key`, 'like', `%${part}%`)))))
  const selectNewestFirst = (which: NewestFirstSelection) =>
    selectMatching(which).selectAll().orderBy(sql`created_at`, 'desc').orderBy(sql`id`, 'desc')
  const readRows = async (query: ReturnType<typeof selectNewestFirst>) =>
    ((await query.execute()) as Selectable<Tables[Table]>[]).map(toRow)
  return {
    count: (which: NewestFirstSelection) => countRows(selectMatching(which)),
    page: (which: NewestFirstSelection, limit: number, offset: number) => readRows(selectNewestFirst(which).limit(limit).offset(offset)),
    pages: (which: NewestFirstSelection) =>
      readInPages<Row>(last => {
        const next = selectNewestFirst(which).limit(PAGE_ROWS)
        return readRows(last ? next.where(sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})`) : next)
      }),

    /** Changes the fields that an administrator may change, and returns the row. Throws `not-found`. */
    async change(id: string, changes: { status?: Row['status'] | undefined; notes?: string | undefined }) {
      if (Object.values(changes).some(value => value !== undefined))
        await db.updateTable<NewestFirstTable>(table).set(changes).where(sql`id`, '=', id).execute()
      const [row] = await readRows(selectNewestFirst({}).where(sql`id`, '=', id))
      if (!row) throw new Refusal('not-found')
      return row
    },
  }
}

export type ListReader<Which, Row> = {
  count: (which: Which) => Promise<number>
  page: (which: Which, limit: number, offset: number) => Promise<Row[]>
  pages: (which: Which) => AsyncIterable<Row[]>
}

/** The queue of whole lists. Four are read at once, because each keeps a page and its JSON: 500 lists at once kept more than 100 MB. */
const listQueue = createFairQueue(4)

/** After this many pages a list leaves the queue, because its later pages may wait for its reader. */
const PAGES_IN_QUEUE = 16

/** Yields the pages of a list, the first ones while at most three other lists do. */
async function* readInTurn<Row>(pages: AsyncIterable<Row[]>) {
  await listQueue.acquire()
  let pagesLeft = PAGES_IN_QUEUE
  try {
    for await (const page of pages) {
      yield page
      if (--pagesLeft === 0) listQueue.release()
    }
  } finally {
    if (pagesLeft > 0) listQueue.release()
  }
}

/** Reads the whole list in pages or, with a limit or offset, a part of at most 1,000 rows. `total` counts the whole list. */
export async function readListing<Which, Row>(
  list: ListReader<Which, Row>,
  which: Which,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<ListResult<Row>> {
  const isWholeList = limit === undefined && offset === 0
  // The part is read first: a search counts its guests in the statement that reads a page, and `count` then needs fewer queries.
  const rows = isWholeList ? bindToCaller(readInTurn(list.pages(which))) : await list.page(which, limit ?? MAX_ROWS_WITHOUT_LIMIT, offset)
  return { total: await list.count(which), rows }
}

/** Returns the rows of a list, each replaced by the result of `change`. */
export function mapRows<Row, Changed>(rows: ListResult<Row>['rows'], change: (row: Row) => Changed): ListResult<Changed>['rows'] {
  async function* mapPages(pages: AsyncIterable<Row[]>) {
    for await (const page of pages) yield page.map(change)
  }
  return Array.isArray(rows) ? rows.map(change) : mapPages(rows)
}
