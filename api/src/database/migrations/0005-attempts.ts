import { type Kysely, sql } from 'kysely'

/** Adds the table of recent attempts under rate limits, so that several processes count them together. */
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
