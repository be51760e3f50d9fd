import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
create table deleted_events (
  id text primary key, event_id text not null, user_id text not null references users (id) on delete cascade, name text not null,
  date text not null, invitations integer not null, picture_id text, deleted_at text not null
);
create index deleted_events_newest on deleted_events (deleted_at desc, id);
create index deleted_events_of_user on deleted_events (user_id, deleted_at desc, id);
create index deleted_events_of_event on deleted_events (event_id);
create index deleted_events_picture on deleted_events (picture_id);
create table deleted_event_rows (
  deleted_event_id text not null references deleted_events (id) on delete cascade, number integer not null, table_name text not null,
  content text not null,
  constraint deleted_event_rows_key primary key (deleted_event_id, number)
)`

/** Creates the tables for deleted events that can be restored. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
