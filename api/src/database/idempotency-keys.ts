import { createHash } from 'node:crypto'
import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import { prepared } from './prepared.ts'
import type { Tables } from './schema.ts'

/** What an idempotency key names, and what was kept for it. */
export type Named = { names: string; answer: unknown }

type Nonce = { userId: string; nonce: string }

const insertNonce = prepared((db, { userId, nonce, names, at }: Nonce & { names: string; at: string }) =>
  db
    .insertInto('nonces')
    .values({ user_id: userId, nonce, names, answer: null, created_at: at })
    .onConflict(c => c.columns(['user_id', 'nonce']).doNothing()),
)

const keepAnswer = prepared((db, { userId, nonce, answer }: Nonce & { answer: string }) =>
  db.updateTable('nonces').set({ answer }).where('user_id', '=', userId).where('nonce', '=', nonce),
)

const toNamed = ({ names, answer }: { names: string; answer: string | null }): Named => ({
  names,
  answer: answer === null ? undefined : JSON.parse(answer),
})

/**
 * An account's idempotency keys: an idempotency key names one act, and the act that was done is answered again as it was. Taken first of all in the
 * transaction that acts, so that two copies of one act cannot both go on.
 */
export const idempotencyKeysIn = (db: Kysely<Tables>, userId: string) => {
  /** Those whose row this transaction added. */
  const added = new Set<string>()

  return {
    /** What `nonce` names, and the stored answer, if any; undefined where it is new. Takes nothing. */
    async find(nonce: string): Promise<Named | undefined> {
      const kept = await db
        .selectFrom('nonces')
        .select(['names', 'answer'])
        .where('user_id', '=', userId)
        .where('nonce', '=', nonce)
        .executeTakeFirst()
      return kept && toNamed(kept)
    },

    /** Takes `nonce` whatever it names, so that whoever comes with it next waits. Answers what it names, and what was kept for it, if anything. */
    async hold(nonce: string, names: string, now: Date): Promise<Named> {
      const { numAffectedRows } = await insertNonce(db, { userId, nonce, names, at: now.toISOString() })
      if (numAffectedRows === 1n) {
        added.add(nonce)
        return { names, answer: undefined }
      }
      // One that was there before is locked, and read as the write before this one left it.
      const kept = await db
        .updateTable('nonces')
        .set(eb => ({ names: eb.ref('names') }))
        .where('user_id', '=', userId)
        .where('nonce', '=', nonce)
        .returning(['names', 'answer'])
        .executeTakeFirstOrThrow()
      return toNamed(kept)
    },

    /** Takes `nonce` for what `names` says. Answers what was kept for it, if anything. Throws `nonce-taken` if it names something else. */
    async take(nonce: string, names: string, now: Date): Promise<unknown> {
      const kept = await this.hold(nonce, names, now)
      if (kept.names !== names) throw new Refusal('nonce-taken')
      return kept.answer
    },

    /** Keeps the answer for whoever asks again under the same idempotency key. */
    async keep(nonce: string, answer: unknown) {
      await keepAnswer(db, { userId, nonce, answer: JSON.stringify(answer) })
    },

    /** Forgets an idempotency key that this transaction was the first to bring. One that was there before stays. */
    async release(nonce: string) {
      if (added.has(nonce)) await db.deleteFrom('nonces').where('user_id', '=', userId).where('nonce', '=', nonce).execute()
    },
  }
}

/** Whose the idempotency keys of visitors are: they have no account. */
export const PUBLIC = 'public'

/** Does `act` once under its idempotency key, for what was `given`; asked again it answers what it answered. Without an idempotency key every call acts. */
export async function once<Answer>(
  nonces: ReturnType<typeof idempotencyKeysIn>,
  { nonce, does, given, now }: { nonce: string | undefined; does: string; given: unknown; now: Date },
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (nonce === undefined) return act()
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('base64url')
  const earlier = await nonces.take(nonce, `${does} ${digest}`, now)
  if (earlier !== undefined) return earlier as Answer
  const answer = await act()
  await nonces.keep(nonce, answer)
  return answer
}
