import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

// A list is passed as one parameter, so the text of a statement does not depend on its length: connections keep only a few texts prepared.

const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Builds the condition that a column's value is one of these texts. */
export const among = (db: Kysely<Tables>, column: RawBuilder<string>, texts: Iterable<string>) =>
  isPostgres(db)
    ? sql<boolean>`${column} = any(${[...texts]}::text[])`
    : sql<boolean>`${column} in (select value from json_each(${JSON.stringify([...texts])}))`

/** Builds a table with one column `value` from rows; the fields of a row are `value ->> 0`, `value ->> 1` and so on. */
export const rowsAsTable = (db: Kysely<Tables>, rows: readonly (readonly (string | number)[])[]) =>
  isPostgres(db) ? sql`json_array_elements(${JSON.stringify(rows)}::json)` : sql`json_each(${JSON.stringify(rows)})`

/** Builds the condition that a column's value is no `id` of a query, in the form that each engine does not evaluate row by row. */
export const notIn = (db: Kysely<Tables>, column: RawBuilder<string>, ids: RawBuilder<{ id: string }>) =>
  isPostgres(db)
    ? sql<boolean>`not exists (select 1 from (${ids}) as excluded where excluded.id = ${column})`
    : sql<boolean>`${column} not in (${ids})`

/** Builds the condition that a column's value is an `id` of a query, in the form with which each engine uses the index of the column. */
export const amongIds = (db: Kysely<Tables>, column: RawBuilder<string | null>, ids: RawBuilder<unknown>) =>
  isPostgres(db) ? sql<boolean>`${column} = any(array(${ids}))` : sql<boolean>`${column} in (${ids})`
