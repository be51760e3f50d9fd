import { type Kysely, sql } from 'kysely'

/**
 * Adds the tombstones of events. Before, a deleted event was known only by its row in `event_names`, which was lost when another event got
 * the same name and day.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('event_tombstones')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('hides_names', 'integer', c => c.notNull())
    .addColumn('deleted_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('event_tombstones_of_user').on('event_tombstones').columns(['user_id', 'deleted_at']).execute()
  await sql`
    insert into event_tombstones (id, user_id, hides_names, deleted_at)
    select event_id, user_id, 0, max(ended_at) from event_names
      where not exists (select 1 from events where events.id = event_names.event_id)
      group by event_id, user_id`.execute(db)
}
