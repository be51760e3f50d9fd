import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const SCHEMA = `
create table deleted_event_ids (
  id text not null, deleted_event_id text not null references deleted_events (id) on delete cascade,
  constraint deleted_event_ids_key primary key (id, deleted_event_id)
);
create index deleted_event_ids_of_event on deleted_event_ids (deleted_event_id)`

/** Creates the table of the ids that the links and designs of deleted events keep, and fills it from their rows. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
  const kept: RawBuilder<{ deleted_event_id: string; content: string }> =
    sql`select deleted_event_id, content from deleted_event_rows where table_name in ('links', 'designs')`
  for (const { deleted_event_id, content } of (await kept.execute(db)).rows)
    for (const { id } of JSON.parse(content) as { id: string }[])
      await sql`insert into deleted_event_ids (id, deleted_event_id) values (${id}, ${deleted_event_id}) on conflict do nothing`.execute(db)
}
