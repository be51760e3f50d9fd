import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Adds the tables of registrations, deleted accounts, orders, requests, messages and mail, and the columns and tables of offline scans. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  // The usernames of accounts and of pending registrations are in one table, so that each is taken only once.
  await db.schema
    .createTable('usernames')
    .addColumn('key', text, c => c.primaryKey())
    .execute()
  await sql`insert into usernames (key) select username_key from users`.execute(db)

  await db.schema
    .createTable('registrations')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('full_name', text, c => c.notNull())
    .addColumn('username', text, c => c.notNull())
    .addColumn('username_key', text, c => c.notNull())
    .addColumn('password_hash', text)
    .addColumn('phone', text)
    .addColumn('email', text)
    .addColumn('status', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('decided_at', text)
    .execute()
  await db.schema.createIndex('registrations_waiting').on('registrations').columns(['status', 'created_at']).execute()
  await db.schema.createIndex('registrations_username').on('registrations').column('username_key').execute()

  await db.schema
    .createTable('deleted_accounts')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('original_user_id', text, c => c.notNull())
    .addColumn('username', text, c => c.notNull())
    .addColumn('username_key', text, c => c.notNull())
    .addColumn('full_name', text, c => c.notNull())
    .addColumn('full_name_key', text, c => c.notNull())
    .addColumn('phone', text)
    .addColumn('is_admin', 'integer', c => c.notNull())
    .addColumn('generation_limit', 'integer', c => c.notNull())
    .addColumn('used_generations', 'integer', c => c.notNull())
    .addColumn('account_created_at', text, c => c.notNull())
    .addColumn('deleted_at', text, c => c.notNull())
    .addColumn('deleted_by', text, c => c.notNull())
    .addColumn('deletion_reason', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('deleted_accounts_newest').on('deleted_accounts').columns(['deleted_at', 'id']).execute()

  await db.schema
    .createTable('orders')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('event_name', text, c => c.notNull())
    .addColumn('event_date', text, c => c.notNull())
    .addColumn('event_type', text, c => c.notNull())
    .addColumn('phone', text, c => c.notNull())
    .addColumn('invitation_count', 'integer', c => c.notNull())
    .addColumn('status', text, c => c.notNull())
    .addColumn('source', text, c => c.notNull())
    .addColumn('notes', text)
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('orders_newest').on('orders').columns(['created_at', 'id']).execute()

  await db.schema
    .createTable('user_requests')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('event_name', text, c => c.notNull())
    .addColumn('event_date', text, c => c.notNull())
    .addColumn('event_type', text, c => c.notNull())
    .addColumn('phone', text, c => c.notNull())
    .addColumn('invitation_count', 'integer', c => c.notNull())
    .addColumn('status', text, c => c.notNull())
    .addColumn('notes', text)
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('user_requests_newest').on('user_requests').columns(['user_id', 'created_at', 'id']).execute()

  await db.schema
    .createTable('messages')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('full_name', text, c => c.notNull())
    .addColumn('email', text, c => c.notNull())
    .addColumn('subject', text, c => c.notNull())
    .addColumn('message', text, c => c.notNull())
    .addColumn('source', text, c => c.notNull())
    .addColumn('status', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('messages_newest').on('messages').columns(['created_at', 'id']).execute()

  await db.schema
    .createTable('mails')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('recipient', text, c => c.notNull())
    .addColumn('subject', text, c => c.notNull())
    .addColumn('body', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .addColumn('next_try_at', text)
    .addColumn('sent_at', text)
    .execute()
  await db.schema.createIndex('mails_waiting').on('mails').columns(['next_try_at']).execute()

  await db.schema.alterTable('invitations').addColumn('phone', text).execute()
  await db.schema.alterTable('invitations').addColumn('design_id', text).execute()
  await db.schema
    .alterTable('invitations')
    .addColumn('is_pending', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('invitations')
    .addColumn('changed_at', text, c => c.notNull().defaultTo(''))
    .execute()
  await sql`update invitations set changed_at = coalesce(scanned_at, created_at)`.execute(db)
  await db.schema.createIndex('invitations_changed').on('invitations').columns(['user_id', 'changed_at']).execute()
  await db.schema.createIndex('invitations_event').on('invitations').columns(['user_id', 'event_key', 'event_date']).execute()

  await db.schema
    .createTable('tombstones')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('guest_name', text, c => c.notNull())
    .addColumn('event_name', text, c => c.notNull())
    .addColumn('event_date', text, c => c.notNull())
    .addColumn('deleted_at', text, c => c.notNull())
    .execute()
  await db.schema.createIndex('tombstones_of_user').on('tombstones').columns(['user_id', 'deleted_at']).execute()

  await db.schema
    .alterTable('scans')
    .addColumn('happened', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('scans').addColumn('undoes', text).execute()
  await db.schema
    .alterTable('scans')
    .addColumn('happened_at', text, c => c.notNull().defaultTo(''))
    .execute()
  await sql`update scans set happened_at = received_at`.execute(db)
  await db.schema.createIndex('scans_received').on('scans').columns(['received_at', 'id']).execute()

  await db.schema
    .createTable('conflicts')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('scan_id', text, c => c.notNull())
    .addColumn('owner_id', text, c => c.notNull())
    .addColumn('kind', text, c => c.notNull())
    .addColumn('seen_at', text)
    .execute()
  await db.schema.createIndex('conflicts_of_owner').on('conflicts').columns(['owner_id', 'id']).execute()

  // `epoch` identifies the database history since its last restore. The row `administrators` has an empty value; writes that delete
  // administrators lock this row.
  await sql`insert into settings (name, value) values ('epoch', ${randomUUID()}), ('administrators', '')`.execute(db)
}
