import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the notes of the office to the requests of users. */
export async function up(db: QueryExecutorProvider) {
  const type = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  await sql.raw(`alter table user_requests add column office_notes ${type}`).execute(db)
}
