import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

// A list is passed as one parameter, so that a connection prepares one text for lists of every length.

const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Builds the condition that the value of a column is one of these texts. */
export const amongTextsCondition = (db: Kysely<Tables>, column: RawBuilder<string>, texts: Iterable<string>) =>
  isPostgres(db)
    ? sql<boolean>`${column} = any(${[...texts]}::text[])`
    : sql<boolean>`${column} in (select value from json_each(${JSON.stringify([...texts])}))`

/** Builds a table of `rows` with one column `value`, a JSON array: `value ->> 0` is the first field of a row. */
export const rowsAsTable = (db: Kysely<Tables>, rows: readonly (readonly (string | number)[])[]) =>
  isPostgres(db) ? sql`json_array_elements(${JSON.stringify(rows)}::json)` : sql`json_each(${JSON.stringify(rows)})`

/** Builds the condition that a value is not among queried ids, in the form that the engine does not evaluate row by row. */
export const notAmongIdsCondition = (db: Kysely<Tables>, column: RawBuilder<string>, ids: RawBuilder<{ id: string }>) =>
  isPostgres(db)
    ? sql<boolean>`not exists (select 1 from (${ids}) as excluded where excluded.id = ${column})`
    : sql<boolean>`${column} not in (${ids})`

/** Builds the condition that a value is among queried ids, in the form with which the engine uses the index of the column. */
export const amongIdsCondition = (db: Kysely<Tables>, column: RawBuilder<string | null>, ids: RawBuilder<unknown>) =>
  isPostgres(db) ? sql<boolean>`${column} = any(array(${ids}))` : sql<boolean>`${column} in (${ids})`
