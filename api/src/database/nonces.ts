import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * An account's nonces: a nonce names one act, and the act that was done is answered again as it was. Taken first of all in the
 * transaction that acts, so that two copies of one act cannot both go on.
 */
export const noncesIn = (db: Kysely<Tables>, userId: string) => ({
  /** Takes `nonce` for what `names` says. Answers what was kept for it, if anything. Throws `nonce-taken` if it names something else. */
  async take(nonce: string, names: string, now: Date): Promise<unknown> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('nonces')
      .values({ user_id: userId, nonce, names, answer: null, created_at: now.toISOString() })
      .onConflict(c => c.columns(['user_id', 'nonce']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return undefined
    const kept = await db
      .selectFrom('nonces')
      .select(['names', 'answer'])
      .where('user_id', '=', userId)
      .where('nonce', '=', nonce)
      .executeTakeFirstOrThrow()
    if (kept.names !== names) throw new Refusal('nonce-taken')
    return kept.answer === null ? undefined : JSON.parse(kept.answer)
  },

  /** Keeps the answer for whoever asks again under the same nonce. */
  async keep(nonce: string, answer: unknown) {
    await db
      .updateTable('nonces')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('nonce', '=', nonce)
      .execute()
  },
})
