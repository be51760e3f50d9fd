import { type Kysely, sql } from 'kysely'

/**
 * Creates the first tables with column types that have the same names in both engines. The collation C makes PostgreSQL compare texts by
 * bytes, as SQLite does.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('users')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('full_name', text, c => c.notNull())
    .addColumn('username', text, c => c.notNull())
    .addColumn('username_key', text, c => c.notNull().unique())
    .addColumn('password_hash', text, c => c.notNull())
    .addColumn('phone', text)
    .addColumn('email', text)
    .addColumn('generation_limit', 'integer', c => c.notNull())
    .addColumn('used_generations', 'integer', c => c.notNull())
    .addColumn('is_admin', 'integer', c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('moved_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  await db.schema
    .createTable('invitations')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('event_name', text, c => c.notNull())
    .addColumn('event_key', text, c => c.notNull())
    .addColumn('event_date', text, c => c.notNull())
    .addColumn('guest_name', text, c => c.notNull())
    .addColumn('guest_key', text, c => c.notNull())
    .addColumn('generation_type', text, c => c.notNull())
    .addColumn('max_scans', 'integer', c => c.notNull())
    .addColumn('current_scans', 'integer', c => c.notNull())
    .addColumn('scanned_at', text)
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('position', 'integer', c => c.notNull())
    .execute()
  await db.schema.createIndex('invitations_newest').on('invitations').columns(['created_at', 'position']).execute()
  await db.schema.createIndex('invitations_of_user').on('invitations').columns(['user_id', 'created_at', 'position']).execute()
  await db.schema.createIndex('invitations_guest').on('invitations').columns(['guest_key', 'user_id']).execute()

  await db.schema
    .createTable('scans')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('invitation_id', text)
    .addColumn('code', text, c => c.notNull())
    .addColumn('nonce', text)
    .addColumn('gate', text)
    .addColumn('scanned_at', text)
    .addColumn('received_at', text, c => c.notNull())
    .addColumn('clock_offset', 'integer')
    .addColumn('outcome', text, c => c.notNull())
    .addColumn('people', 'integer', c => c.notNull())
    .execute()
  await db.schema.createIndex('scans_of_invitation').on('scans').columns(['invitation_id', 'id']).execute()

  await db.schema
    .createTable('nonces')
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('nonce', text, c => c.notNull())
    .addColumn('names', text, c => c.notNull())
    .addColumn('answer', text)
    .addColumn('created_at', text, c => c.notNull())
    .addPrimaryKeyConstraint('nonces_key', ['user_id', 'nonce'])
    .execute()

  await db.schema
    .createTable('activity')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('verb', text, c => c.notNull())
    .addColumn('action', text, c => c.notNull())
    .addColumn('description', text, c => c.notNull())
    .addColumn('target_type', text, c => c.notNull())
    .addColumn('target_id', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .execute()

  await db.schema
    .createTable('settings')
    .addColumn('name', text, c => c.primaryKey())
    .addColumn('value', text, c => c.notNull())
    .execute()
}
