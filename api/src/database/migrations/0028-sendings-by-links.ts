import { type Kysely, sql } from 'kysely'

/** Adds to each record of a sent invitation the id of the family link through which it was recorded. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  await db.schema
    .alterTable('sendings')
    .addColumn('link_id', isPostgres ? sql`text collate "C"` : sql`text`)
    .execute()
}
