import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

type NewLink = { userId: string; tokenHash: string; by: string; createdAt: Date; expiresAt: Date }

/** The links with which users set the first password of their accounts. An account has one as long as it has no password. */
export const welcomeLinksIn = (db: Kysely<Tables>) => ({
  /** Saves the link of an account in place of an earlier one, which ends. The caller has locked the account. */
  async save({ userId, tokenHash, by, createdAt, expiresAt }: NewLink) {
    const link = { token_hash: tokenHash, by_id: by, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
    await db
      .insertInto('welcome_links')
      .values({ user_id: userId, ...link })
      .onConflict(c => c.column('user_id').doUpdateSet(link))
      .execute()
  },

  /** Reads the link of an account, with the username of the administrator who made it; undefined for an account with a password. */
  ofAccount: (userId: string) =>
    db
      .selectFrom('welcome_links')
      .leftJoin('users as makers', 'makers.id', 'welcome_links.by_id')
      .select(['welcome_links.created_at as createdAt', 'welcome_links.expires_at as expiresAt', 'makers.username as by'])
      .where('welcome_links.user_id', '=', userId)
      .executeTakeFirst(),

  /** Reads the account of a token and the time at which its link expires. */
  findByToken: (tokenHash: string) =>
    db
      .selectFrom('welcome_links')
      .select(['user_id as userId', 'expires_at as expiresAt'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
})
