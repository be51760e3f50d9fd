import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the reason to the undos of admissions in the history. */
export async function up(db: QueryExecutorProvider) {
  const type = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table scans add column reason ${type}`.execute(db)
}
