import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the children of invitations and answers, the question about them, and the words of the house. */
export async function up(db: QueryExecutorProvider) {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table invitations add column children integer not null default 0`.execute(db)
  await sql`alter table invitations add column answered_children integer not null default 0`.execute(db)
  await sql`alter table answers add column children integer not null default 0`.execute(db)
  await sql`alter table events add column asks_children integer not null default 0`.execute(db)
  await sql`alter table events add column house ${text}`.execute(db)
}
