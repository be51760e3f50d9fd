import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/** Adds the event from which an invitation was moved, so that devices with that event delete the invitation. */
export async function up(db: QueryExecutorProvider) {
  const type = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  await sql.raw(`alter table invitations add column former_event_id ${type}`).execute(db)
  await sql`create index invitations_moved on invitations (former_event_id, changed_at) where former_event_id is not null`.execute(db)
}
