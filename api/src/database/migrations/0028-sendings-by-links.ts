import { type Kysely, sql } from 'kysely'

/** Adds to a mark that an invitation was sent the family link that set it. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  await db.schema
    .alterTable('sendings')
    .addColumn('link_id', isPostgres ? sql`text collate "C"` : sql`text`)
    .execute()
}
