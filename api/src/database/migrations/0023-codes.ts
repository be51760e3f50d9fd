import { type Kysely, sql } from 'kysely'

/**
 * Adds the codes of reissued invitations, a column for cancelled invitations, and a table with the history of reissues and cancellations.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema.alterTable('invitations').addColumn('code', text).execute()
  await db.schema
    .alterTable('invitations')
    .addColumn('is_cancelled', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('card_changes')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('invitation_id', text, c => c.notNull())
    .addColumn('kind', text, c => c.notNull())
    .addColumn('code', text, c => c.unique())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('link_id', text)
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('card_changes_of_invitation').on('card_changes').columns(['invitation_id', 'created_at']).execute()
}
