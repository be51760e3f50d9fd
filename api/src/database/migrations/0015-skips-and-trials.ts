import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the group in which a guest was skipped, and the code of an event's trial card. */
export async function up(db: QueryExecutorProvider) {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table invitations add column skipped_in ${text}`.execute(db)
  await sql`alter table events add column trial_code ${text}`.execute(db)
  await sql`create unique index events_trial_code on events (trial_code)`.execute(db)
}
