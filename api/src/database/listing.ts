import type { ListResult } from '@hudur/core/endpoint'
import type { ListSort } from '@hudur/core/inputs'
import { Refusal } from '@hudur/core/refusals'
import { type AliasedRawBuilder, type Kysely, PostgresAdapter, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { readInChunks, toChunks } from './chunks.ts'
import { bindToCaller, createFairQueue } from './fair-queue.ts'
import { amongTextsCondition } from './list-parameters.ts'
import type { Tables } from './schema.ts'
import { searchedParts } from './search-key.ts'
import { refuseChangedCount } from './selection.ts'

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

/** The tables of the office, whose rows are listed newest first and wait until an administrator changes their status. */
type OfficeTable = 'orders' | 'user_requests' | 'messages'

/** The statuses of rows that wait for the office. */
const WAITING_STATUSES: readonly Tables[OfficeTable]['status'][] = ['pending', 'new']

type ListedRow = { id: string; createdAt: string; status: Tables[OfficeTable]['status'] }

/**
 * A selection by user, event, status, time of creation and search; a field that is not given selects all. With `users` a search also finds the
 * rows of users whose folded name (`key`) has a part of it. `sort` is that of `ListSort`.
 */
type OfficeSelection = Partial<Record<'userId' | 'eventId' | 'status' | 'from' | 'to' | 'search', string | undefined>> & {
  users?: readonly { id: string; key: string }[]
  sort?: ListSort | undefined
}

/** What a list of the office searches, and how it makes the search keys of a row whose notes were changed. */
type OfficeSearch<Row> = {
  /** A column that is read besides those of the table. */
  more?: AliasedRawBuilder<unknown, string>
  /** The columns with folded texts, of which one must have each searched part; by default `search_key`. */
  columns?: readonly ('search_key' | 'office_key')[]
  keysOf?: (row: Row) => Partial<Record<'search_key' | 'office_key', string>>
}

/** Returns functions that read the rows of a table: their number, a part, or all in pages; and that change a row. */
export function officeTable<
  Table extends OfficeTable,
  Row extends ListedRow,
  Stored extends Selectable<Tables[Table]> = Selectable<Tables[Table]>,
>(db: Kysely<Tables>, table: Table, toRow: (row: Stored) => Row, { columns = ['search_key'], keysOf, more }: OfficeSearch<Stored> = {}) {
  const isWaiting = sql<number>`case when status in (${sql.join(WAITING_STATUSES)}) then 0 else 1 end`
  function hasPart(part: string, users: OfficeSelection['users']) {
    const conditions = columns.map(column => sql<boolean>`${sql.ref(column)} like ${`%${part}%`}`)
    const ids = users?.filter(({ key }) => key.includes(part)).map(({ id }) => id)
    if (ids?.length) conditions.push(amongTextsCondition(db, sql`user_id`, ids))
    return sql<boolean>`(${sql.join(conditions, sql` or `)})`
  }
  const selectMatching = ({ userId, eventId, status, from, to, search, users }: OfficeSelection) =>
    db
      .selectFrom<OfficeTable>(table)
      .$if(userId !== undefined, query => query.where(sql`user_id`, '=', userId))
      .$if(eventId !== undefined, query => query.where(sql`event_id`, '=', eventId))
      .$if(status !== undefined, query => query.where(sql`status`, '=', status))
      .$if(from !== undefined, query => query.where(sql`created_at`, '>=', from))
      .$if(to !== undefined, query => query.where(sql`created_at`, '<=', to))
      .$if(!!search, query => query.where(eb => eb.and(searchedParts(search!).map(part => hasPart(part, users)))))
  const selectAll = (which: OfficeSelection) => {
    const query = selectMatching(which).selectAll()
    return more ? (query.select(more) as typeof query) : query
  }
  const selectSorted = (which: OfficeSelection) =>
    which.sort === 'waiting'
      ? selectAll(which).orderBy(isWaiting).orderBy(sql`created_at`).orderBy(sql`id`)
      : selectAll(which).orderBy(sql`created_at`, 'desc').orderBy(sql`id`, 'desc')
  const isAfter = ({ sort }: OfficeSelection, { status, createdAt, id }: Row) =>
    sort === 'waiting'
      ? sql<boolean>`(${isWaiting}, created_at, id) > (${WAITING_STATUSES.includes(status) ? 0 : 1}, ${createdAt}, ${id})`
      : sql<boolean>`(created_at, id) < (${createdAt}, ${id})`
  const readStored = (query: ReturnType<typeof selectAll>) => query.execute() as Promise<unknown> as Promise<Stored[]>
  const readRows = async (query: ReturnType<typeof selectAll>) => (await readStored(query)).map(toRow)
  const save = (id: string, values: OfficeChanges<Row> & Partial<Record<'search_key' | 'office_key', string>>) =>
    db.updateTable<OfficeTable>(table).set(values).where(sql`id`, '=', id).execute()
  return {
    count: (which: OfficeSelection) => countRows(selectMatching(which)),
    page: (which: OfficeSelection, limit: number, offset: number) => readRows(selectSorted(which).limit(limit).offset(offset)),
    pages: (which: OfficeSelection) =>
      readInPages<Row>(last => {
        const next = selectSorted(which).limit(PAGE_ROWS)
        return readRows(last ? next.where(isAfter(which, last)) : next)
      }),

    /**
     * Reads the rows of `ids` and locks them until the end of the transaction. With `all`, which selected these ids, throws `count-changed` when
     * one of them has another status now; without it throws `not-found` when there is none.
     */
    async lockSelected(ids: readonly string[], all: (Pick<OfficeSelection, 'status' | 'from' | 'to'> & { count: number }) | undefined) {
      const { status, from, to } = all ?? {}
      const rows = await readInChunks([...ids].sort(), some =>
        readStored(
          selectAll({ status, from, to })
            .where(sql`id`, 'in', some)
            .orderBy(sql`id`)
            .$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.forUpdate()),
        ),
      )
      if (all) refuseChangedCount(all.count, rows.length)
      if (rows.length === 0) throw new Refusal('not-found')
      return rows.map(toRow)
    },

    /** Sets the status of locked rows. */
    async setStatusOfAll(ids: readonly string[], status: Row['status']) {
      for (const some of toChunks(ids)) await db.updateTable<OfficeTable>(table).set({ status }).where(sql`id`, 'in', some).execute()
    },

    /**
     * Changes the fields that an administrator may change. Returns the row as it was, and as it is. Throws `not-found`. The row is locked until
     * the end of the transaction.
     */
    async change(id: string, changes: OfficeChanges<Row>) {
      await db.updateTable<OfficeTable>(table).set({ created_at: sql`created_at` }).where(sql`id`, '=', id).execute()
      const read = async () => (await readStored(selectAll({}).where(sql`id`, '=', id)))[0]
      const before = await read()
      if (!before) throw new Refusal('not-found')
      if (Object.values(changes).some(value => value !== undefined)) await save(id, changes)
      const after = (await read())!
      const areNotesChanged = changes.notes !== undefined || changes.office_notes !== undefined
      if (keysOf && areNotesChanged) await save(id, keysOf(after))
      return { before: toRow(before), after: toRow(after) }
    },
  }
}

type OfficeChanges<Row extends ListedRow> = {
  status?: Row['status'] | undefined
  notes?: string | undefined
  office_notes?: string | undefined
}

export type ListReader<Which, Row> = {
  count: (which: Which) => Promise<number>
  page: (which: Which, limit: number, offset: number) => Promise<Row[]>
  pages: (which: Which) => AsyncIterable<Row[]>
}

/**
 * The queue of reads of whole lists, of which four run at once. Each keeps a page and its JSON in memory: 500 lists at once took more than
 * 100 MB.
 */
const listQueue = createFairQueue(4)

/** After this many pages a list leaves the queue, because its later pages may wait for its reader. */
const PAGES_IN_QUEUE = 16

/** Yields the pages of a list. The first `PAGES_IN_QUEUE` pages are read in `listQueue`. */
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
  if (limit === undefined && offset === 0) return { total: await list.count(which), rows: bindToCaller(readInTurn(list.pages(which))) }
  // The part is read first: a search counts its guests in the statement that reads a page, and `count` then needs fewer queries.
  const maxRows = limit ?? MAX_ROWS_WITHOUT_LIMIT
  const rows = await list.page(which, maxRows, offset)
  // A part that is not full ends the list. A search in messages reads every row, so it is not repeated to count them.
  const endsList = rows.length < maxRows && (rows.length > 0 || offset === 0)
  return { total: endsList ? offset + rows.length : await list.count(which), rows }
}

/** Returns the rows of a list, each replaced by the result of `change`. */
export function mapRows<Row, Changed>(rows: ListResult<Row>['rows'], change: (row: Row) => Changed): ListResult<Changed>['rows'] {
  async function* mapPages(pages: AsyncIterable<Row[]>) {
    for await (const page of pages) yield page.map(change)
  }
  return Array.isArray(rows) ? rows.map(change) : mapPages(rows)
}
