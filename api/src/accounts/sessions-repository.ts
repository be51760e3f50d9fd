import type { Kysely } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'

const findSession = prepared((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.moved_at', 'sessions.old_cookie_until', 'users.is_admin'])
    .where('token_hash', '=', tokenHash),
)

export const sessionsIn = (db: Kysely<Tables>) => ({
  async find(tokenHash: string) {
    const [row] = (await findSession(db, { tokenHash })).rows
    return row && { userId: row.user_id, movedAt: row.moved_at, oldCookieUntil: row.old_cookie_until, isAdmin: row.is_admin === 1 }
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

  /** Ends every session of an account but, where it is given, this one. */
  async removeAll(userId: string, exceptTokenHash?: string) {
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(exceptTokenHash !== undefined, query => query.where('token_hash', '!=', exceptTokenHash!))
      .execute()
  },
})
