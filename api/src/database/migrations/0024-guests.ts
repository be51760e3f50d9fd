import { type Kysely, sql } from 'kysely'

/** Adds when a guest first opened the page of an invitation, the last answer of the guest, and a table with all answers. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  for (const column of ['opened_at', 'answered_at', 'answer_note'])
    await db.schema.alterTable('invitations').addColumn(column, text).execute()
  await db.schema.alterTable('invitations').addColumn('answered_people', 'integer').execute()
  await db.schema
    .createTable('answers')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('invitation_id', text, c => c.notNull().references('invitations.id').onDelete('cascade'))
    .addColumn('people', 'integer', c => c.notNull())
    .addColumn('note', text)
    .addColumn('user_id', text)
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('answers_of_invitation').on('answers').columns(['invitation_id', 'created_at']).execute()
}
