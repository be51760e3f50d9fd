import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const tablesWith = (blob: string) => `
create table packages (
  id text primary key, name text not null, invitations integer not null, price integer not null, currency text not null,
  is_public integer not null, archived_at text, created_at text not null
);
alter table orders add column agreed_amount integer;
alter table orders add column agreed_currency text;
alter table orders add column agreed_at text;
create index orders_agreed on orders (agreed_at) where agreed_at is not null;
create table payments (
  id text primary key, order_id text not null, at text not null, by_id text, amount integer not null, currency text not null,
  method text not null, note text not null, year integer not null, number integer not null, reverses text unique,
  facts text not null, unique (year, number)
);
create index payments_of_order on payments (order_id, year, number);
create index payments_by_time on payments (at);
create table payment_pictures (
  payment_id text primary key references payments (id) on delete cascade, bytes ${blob} not null, saved_at text not null
);
create table invoices (
  id text primary key, kind text not null, year integer not null, number integer not null, order_id text not null, at text not null,
  by_id text, amount integer not null, currency text not null, paid integer not null, note text not null,
  reverses text unique, facts text not null, unique (kind, year, number)
);
create index invoices_of_order on invoices (order_id, at, id);
create table paper_numbers (kind text not null, year integer not null, last integer not null, primary key (kind, year));
create index credits_by_time on credits (at)`

/** Creates the packages, payments and invoices of the office, and gives orders an agreed sum. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? tablesWith('bytea').replaceAll(/\btext\b/g, 'text collate "C"') : tablesWith('blob')
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
