import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Adds the columns for doors, which are links for a gate: the link of a scan, whether a link may search guests, the end of a device's
 * session, and the event of a deleted invitation.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .alterTable('links')
    .addColumn('may_search', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('link_sessions').addColumn('ended_at', text).execute()
  await db.schema.alterTable('tombstones').addColumn('event_id', text).execute()
  await db.schema.alterTable('scans').addColumn('link_id', text).execute()
  await db.schema.createIndex('scans_of_link').on('scans').column('link_id').where('link_id', 'is not', null).execute()
}
