import { type PendingRegistration, usernameKey } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

const COLUMNS = ['id', 'full_name', 'username', 'email', 'phone', 'status', 'created_at'] as const

export const registrationsIn = (db: Kysely<Tables>) => ({
  /** Adds one that waits and whose name has been taken for it. */
  async add(registration: Omit<PendingRegistration, 'status'>, passwordHash: string) {
    await db
      .insertInto('registrations')
      .values({
        ...registration,
        username_key: usernameKey(registration.username),
        password_hash: passwordHash,
        status: 'pending',
        decided_at: null,
      })
      .execute()
  },

  /** Those that wait, oldest first. */
  async waiting(): Promise<PendingRegistration[]> {
    return db.selectFrom('registrations').select(COLUMNS).where('status', '=', 'pending').orderBy('created_at').orderBy('id').execute()
  },

  /** Waiting or decided. */
  async find(id: string) {
    return db
      .selectFrom('registrations')
      .select([...COLUMNS, 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  /** The hash of the one that waits under this name. */
  async passwordHashOf(username: string) {
    const row = await db
      .selectFrom('registrations')
      .select('password_hash')
      .where('username_key', '=', usernameKey(username))
      .where('status', '=', 'pending')
      .executeTakeFirst()
    return row?.password_hash ?? undefined
  },

  /** Decides one that still waits, and forgets its password; false when it was decided before. */
  async decide(id: string, status: 'approved' | 'rejected', at: Date) {
    const { numUpdatedRows } = await db
      .updateTable('registrations')
      .set({ status, password_hash: null, decided_at: at.toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})
