import type { Kysely } from 'kysely'

/** When an account's password was last set. Null for accounts made before this migration: nobody wrote it down. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('users').addColumn('password_changed_at', 'text').execute()
}
