import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

// A list travels as one parameter: a statement has one text however long the list is, and connections keep few of them prepared.

const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/** A column's value is one of these texts. */
export const among = (db: Kysely<Tables>, column: RawBuilder<string>, texts: Iterable<string>) =>
  isPostgres(db)
    ? sql<boolean>`${column} = any(${[...texts]}::text[])`
    : sql<boolean>`${column} in (select value from json_each(${JSON.stringify([...texts])}))`

/** Rows as a table with one column, `value`; its parts are `value ->> 0`, `value ->> 1` and so on. */
export const rowsAsTable = (db: Kysely<Tables>, rows: readonly (readonly (string | number)[])[]) =>
  isPostgres(db) ? sql`json_array_elements(${JSON.stringify(rows)}::json)` : sql`json_each(${JSON.stringify(rows)})`

/** A column's value is none of those a query gives as `id`. Each engine has a form of its own that it does not answer row by row. */
export const notIn = (db: Kysely<Tables>, column: RawBuilder<string>, ids: RawBuilder<{ id: string }>) =>
  isPostgres(db)
    ? sql<boolean>`not exists (select 1 from (${ids}) as excluded where excluded.id = ${column})`
    : sql<boolean>`${column} not in (${ids})`
