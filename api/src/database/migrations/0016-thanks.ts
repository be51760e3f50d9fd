import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the thanks to guests who came: their text, and when each guest was thanked. */
export async function up(db: QueryExecutorProvider) {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table events add column thanks_message ${text}`.execute(db)
  await sql`alter table invitations add column thanked_at ${text}`.execute(db)
  await sql`alter table sendings add column is_thanks integer not null default 0`.execute(db)
}
