import type { Kysely } from 'kysely'

/** Adds the time at which an account's password was last set. It is null for older accounts, for which it was not recorded. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('users').addColumn('password_changed_at', 'text').execute()
}
