import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

export const sessionsIn = (db: Kysely<Tables>) => ({
  async find(tokenHash: string) {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.user_id', 'sessions.moved_at', 'users.is_admin'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row && { userId: row.user_id, movedAt: row.moved_at, isAdmin: row.is_admin === 1 }
  },

  async add(tokenHash: string, userId: string, at: Date) {
    await db
      .insertInto('sessions')
      .values({ token_hash: tokenHash, user_id: userId, created_at: at.toISOString(), moved_at: at.toISOString() })
      .execute()
  },

  async move(tokenHash: string, at: Date) {
    await db.updateTable('sessions').set({ moved_at: at.toISOString() }).where('token_hash', '=', tokenHash).execute()
  },

  async remove(tokenHash: string) {
    await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  },
})
