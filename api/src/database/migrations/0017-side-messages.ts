import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the texts of an event for the guests of one side, as JSON. */
export async function up(db: QueryExecutorProvider) {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table events add column side_messages ${text}`.execute(db)
}
