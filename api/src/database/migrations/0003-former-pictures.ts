import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds to an uploaded picture the event whose cards had it before, and the look that they had with it. */
export async function up(db: QueryExecutorProvider) {
  await sql`alter table pictures add column event_id text`.execute(db)
  await sql`alter table pictures add column look text`.execute(db)
}
