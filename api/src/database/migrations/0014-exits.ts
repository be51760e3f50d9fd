import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds the exits of guests: who is outside, how many people of an admission had left before, and the settings of events. */
export async function up(db: QueryExecutorProvider) {
  await sql`alter table invitations add column outside integer not null default 0`.execute(db)
  await sql`alter table scans add column returned integer not null default 0`.execute(db)
  await sql`alter table events add column counts_exits integer not null default 0`.execute(db)
  await sql`alter table events add column capacity integer`.execute(db)
}
