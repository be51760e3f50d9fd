import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
create table trail (
  id text primary key, about text not null, subject_id text not null, owner_id text, event_id text, at text not null, by_kind text not null,
  by_id text, by_name text, kind text not null, changes text not null
);
create index trail_of_subject on trail (about, subject_id, id);
create index trail_of_owner on trail (owner_id)`

/** Creates the trail: who changed what of an invitation, an event, a user, a link or an order. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
