import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
create table event_partners (
  event_id text not null, user_id text not null references users (id) on delete cascade, owner_id text not null, added_at text not null,
  ended_at text,
  constraint event_partners_key primary key (event_id, user_id)
);
create index event_partners_of_user on event_partners (user_id)`

/** Creates the table of the partners of events. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
