import { type Kysely, sql } from 'kysely'

/**
 * Adds links, with which people without an account act in one role for one event, and the sessions of the devices that have opened them.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('links')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('event_id', text, c => c.notNull())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('role', text, c => c.notNull())
    .addColumn('name', text, c => c.notNull())
    .addColumn('token_hash', text, c => c.notNull().unique())
    .addColumn('shows_names', 'integer', c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('expires_at', text)
    .addColumn('revoked_at', text)
    .addColumn('allotment', 'integer')
    .addColumn('used', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('links_of_event').on('links').columns(['event_id', 'created_at']).execute()
  await db.schema.createIndex('links_of_user').on('links').column('user_id').execute()

  await db.schema.alterTable('invitations').addColumn('link_id', text).execute()
  await db.schema
    .createIndex('invitations_of_link')
    .on('invitations')
    .columns(['link_id', 'created_at', 'position'])
    .where('link_id', 'is not', null)
    .execute()

  await db.schema
    .createTable('link_sessions')
    .addColumn('token_hash', text, c => c.primaryKey())
    .addColumn('id', text, c => c.notNull())
    .addColumn('link_id', text, c => c.notNull().references('links.id').onDelete('cascade'))
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('seen_at', text, c => c.notNull())
    .addColumn('browser', text)
    .addColumn('system', text)
    .execute()
  await db.schema.createIndex('link_sessions_of_link').on('link_sessions').columns(['link_id', 'seen_at']).execute()
}
