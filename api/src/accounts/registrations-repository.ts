import { type PendingRegistration, usernameKey } from '@hudur/core'
import type { Kysely } from 'kysely'
import { PAGE, pagesOf } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

const COLUMNS = ['id', 'full_name', 'username', 'email', 'phone', 'status', 'created_at'] as const

export const registrationsIn = (db: Kysely<Tables>) => {
  const waiting = () => db.selectFrom('registrations').where('status', '=', 'pending')
  const oldestFirst = () => waiting().select(COLUMNS).orderBy('created_at').orderBy('id')

  return {
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

    /** How many wait. */
    async count() {
      const { total } = await waiting()
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },

    /** Those that wait, oldest first. */
    async page(_: unknown, limit: number, offset: number): Promise<PendingRegistration[]> {
      return oldestFirst().limit(limit).offset(offset).execute()
    },

    /** All that wait in the same order, in pages by key. */
    pages: () =>
      pagesOf<PendingRegistration>(last =>
        oldestFirst()
          .$if(last !== undefined, query =>
            query.where(eb => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(last!.created_at, last!.id))),
          )
          .limit(PAGE)
          .execute(),
      ),

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
  }
}
