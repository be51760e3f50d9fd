import { type Kysely, sql } from 'kysely'

/**
 * Adds the records that invitations were sent, the text of an event with which its invitations are sent, and the link through which an
 * answer was recorded.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  for (const column of ['sent_at', 'sent_via']) await db.schema.alterTable('invitations').addColumn(column, text).execute()
  await db.schema.alterTable('events').addColumn('message', text).execute()
  await db.schema.alterTable('answers').addColumn('link_id', text).execute()
  await db.schema
    .createTable('sendings')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('invitation_id', text, c => c.notNull().references('invitations.id').onDelete('cascade'))
    .addColumn('via', text, c => c.notNull())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('sendings_of_invitation').on('sendings').columns(['invitation_id', 'created_at']).execute()
}
