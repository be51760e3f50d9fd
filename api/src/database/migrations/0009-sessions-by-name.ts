import { type Kysely, sql } from 'kysely'

/**
 * Adds an id, a browser and a system to sessions, so that an account can list and end its sessions. Indexes the pending invitations of an
 * owner.
 */
export async function up(db: Kysely<{ invitations: { user_id: string; is_pending: number } }>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .alterTable('sessions')
    .addColumn('id', text, c => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('sessions').addColumn('browser', text).execute()
  await db.schema.alterTable('sessions').addColumn('system', text).execute()
  await sql`update sessions set id = ${isPostgres ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`}`.execute(db)
  await db.schema.createIndex('sessions_id').unique().on('sessions').column('id').execute()

  await db.schema
    .createIndex('invitations_pending')
    .on('invitations')
    .columns(['user_id', 'is_pending'])
    .where('is_pending', '=', 1)
    .execute()
}
