import { type Kysely, sql } from 'kysely'

/** What was tried lately by whom, so that several processes count together. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('attempts')
    .addColumn('who', text, c => c.primaryKey())
    .addColumn('times', text, c => c.notNull())
    .addColumn('last_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('attempts_last').on('attempts').column('last_at').execute()
}
