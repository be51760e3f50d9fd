import { createHash } from 'node:crypto'
import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import { prepared } from './prepared.ts'
import type { Tables } from './schema.ts'

/** The fingerprint of the request of an idempotency key, and its stored answer; undefined while none is stored. */
export type StoredKey = { names: string; answer: unknown }

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

const toStoredKey = ({ names, answer }: { names: string; answer: string | null }): StoredKey => ({
  names,
  answer: answer === null ? undefined : JSON.parse(answer),
})

/**
 * The idempotency keys of an account. A key belongs to one request, and a repeat of that request gets the stored answer. A transaction
 * takes the key before it does anything else, so that two copies of one request cannot both act.
 */
export const idempotencyKeysIn = (db: Kysely<Tables>, userId: string) => {
  /** The keys whose rows this transaction added. */
  const added = new Set<string>()

  return {
    /** Reads the fingerprint and answer of a key, without a lock. Returns undefined for a new key. */
    async find(nonce: string): Promise<StoredKey | undefined> {
      const row = await db
        .selectFrom('nonces')
        .select(['names', 'answer'])
        .where('user_id', '=', userId)
        .where('nonce', '=', nonce)
        .executeTakeFirst()
      return row && toStoredKey(row)
    },

    /**
     * Adds the key or locks its row, whatever its fingerprint, so that a repeat in another transaction waits. Returns the stored
     * fingerprint and answer.
     */
    async addOrLock(nonce: string, names: string, now: Date): Promise<StoredKey> {
      const { numAffectedRows } = await insertNonce(db, { userId, nonce, names, at: now.toISOString() })
      if (numAffectedRows === 1n) {
        added.add(nonce)
        return { names, answer: undefined }
      }
      // The update locks an existing row, and reads it as the last committed write left it.
      const row = await db
        .updateTable('nonces')
        .set(eb => ({ names: eb.ref('names') }))
        .where('user_id', '=', userId)
        .where('nonce', '=', nonce)
        .returning(['names', 'answer'])
        .executeTakeFirstOrThrow()
      return toStoredKey(row)
    },

    /**
     * Takes the key for the request with this fingerprint. Returns its stored answer, if any. Throws `nonce-taken` for another fingerprint.
     */
    async claim(nonce: string, names: string, now: Date): Promise<unknown> {
      const storedKey = await this.addOrLock(nonce, names, now)
      if (storedKey.names !== names) throw new Refusal('nonce-taken')
      return storedKey.answer
    },

    /** Stores the answer for repeats of the request. */
    async storeAnswer(nonce: string, answer: unknown) {
      await keepAnswer(db, { userId, nonce, answer: JSON.stringify(answer) })
    },

    /** Deletes a key that this transaction added. An older one stays. */
    async deleteAdded(nonce: string) {
      if (added.has(nonce)) await db.deleteFrom('nonces').where('user_id', '=', userId).where('nonce', '=', nonce).execute()
    },
  }
}

/** The user id under which the idempotency keys of visitors are stored: visitors have no account. */
export const VISITORS = 'public'

/**
 * Runs `act` once for an idempotency key and returns the stored answer to repeats. `does` and a digest of `given` are the request's
 * fingerprint; throws `nonce-taken` when the key has another one. Without an idempotency key every call runs `act`.
 */
export async function once<Answer>(
  nonces: ReturnType<typeof idempotencyKeysIn>,
  { nonce, does: kind, given, now }: { nonce: string | undefined; does: string; given: unknown; now: Date },
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (nonce === undefined) return act()
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('base64url')
  const earlier = await nonces.claim(nonce, `${kind} ${digest}`, now)
  if (earlier !== undefined) return earlier as Answer
  const answer = await act()
  await nonces.storeAnswer(nonce, answer)
  return answer
}
