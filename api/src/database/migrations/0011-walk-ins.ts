import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
alter table links add column pin_hash text;
alter table links add column max_devices integer;
alter table links add column walk_ins integer not null default 0;
alter table links add column walk_ins_used integer not null default 0;
create table walk_ins (
  id text primary key, event_id text not null references events (id) on delete cascade, user_id text not null, link_id text,
  idempotency_key text not null, name text not null, people integer not null, note text, gate text, happened_at text not null,
  received_at text not null, is_counted integer not null, seen_at text, removed_at text,
  constraint walk_ins_idempotency_key unique (event_id, idempotency_key)
);
create index walk_ins_latest on walk_ins (event_id, happened_at desc, id);
create index walk_ins_conflicts on walk_ins (user_id, id) where is_counted = 0`

/** Adds the PIN, the maximum number of devices and the walk-ins of links, and the table of the walk-ins. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
