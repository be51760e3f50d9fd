import { type Kysely, sql } from 'kysely'

/** Adds the pictures of events, which previews of links in messengers show. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const bytes = isPostgres ? sql`bytea` : sql`blob`

  await db.schema
    .createTable('event_pictures')
    .addColumn('event_id', text, c => c.primaryKey().references('events.id').onDelete('cascade'))
    .addColumn('id', text, c => c.notNull().unique())
    .addColumn('bytes', bytes, c => c.notNull())
    .addColumn('saved_at', text, c => c.notNull())
    .execute()
}
