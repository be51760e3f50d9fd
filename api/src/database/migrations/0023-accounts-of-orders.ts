import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
alter table orders add column user_id text references users (id) on delete set null;
alter table orders add column event_id text;
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_of_event on orders (event_id);
create table welcome_links (
  user_id text primary key references users (id) on delete cascade, token_hash text not null unique, by_id text, created_at text not null,
  expires_at text not null
)`

/** Adds the account and the event of an order, and the links with which users set their first password. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
