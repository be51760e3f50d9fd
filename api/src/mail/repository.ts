import type { Kysely, NotNull } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** An e-mail to one recipient. Its id is derived from the event that caused it, so that the same e-mail is not queued twice. */
export type Email = { id: string; recipient: string; subject: string; body: string }

/** An e-mail that is due; `tries` is the number of attempts so far. */
export type DueMail = Email & { tries: number; nextTryAt: string }

export const mailsIn = (db: Kysely<Tables>) => ({
  async queue(email: Email, now: Date) {
    const at = now.toISOString()
    await db
      .insertInto('mails')
      .values({ ...email, created_at: at, tries: 0, next_try_at: at, sent_at: null })
      .onConflict(c => c.column('id').doNothing())
      .execute()
  },

  /** Reads the e-mails that are due, the longest due first. */
  async due(now: Date, limit: number): Promise<DueMail[]> {
    return db
      .selectFrom('mails')
      .select(['id', 'recipient', 'subject', 'body', 'tries', 'next_try_at as nextTryAt'])
      .$narrowType<{ nextTryAt: NotNull }>()
      .where('next_try_at', '<=', now.toISOString())
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(limit)
      .execute()
  },

  countDue: async (now: Date) => countRows(db.selectFrom('mails').where('next_try_at', '<=', now.toISOString())),

  /** Claims a due mail for one attempt until `until`. Returns false when another process has claimed it. */
  async claim({ id, nextTryAt, tries }: DueMail, until: Date) {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ next_try_at: until.toISOString(), tries: tries + 1 })
      .where('id', '=', id)
      .where('next_try_at', '=', nextTryAt)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async sent(id: string, at: Date) {
    await db.updateTable('mails').set({ sent_at: at.toISOString(), next_try_at: null }).where('id', '=', id).execute()
  },

  /** Sets the time of the next attempt; null when there is none. */
  async failed(id: string, nextTryAt: Date | null) {
    await db
      .updateTable('mails')
      .set({ next_try_at: nextTryAt?.toISOString() ?? null })
      .where('id', '=', id)
      .execute()
  },
})
