import { createHash } from 'node:crypto'
import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import { prepared } from './prepared.ts'
import type { Tables } from './schema.ts'

/** The fingerprint of the request of an idempotency key, and its stored answer; undefined while none is stored. */
export type StoredKey = { fingerprint: string; answer: unknown }

type Key = { userId: string; key: string }

const insertKey = prepared((db, { userId, key, fingerprint, at }: Key & { fingerprint: string; at: string }) =>
  db
    .insertInto('nonces')
    .values({ user_id: userId, nonce: key, names: fingerprint, answer: null, created_at: at })
    .onConflict(c => c.columns(['user_id', 'nonce']).doNothing()),
)

const updateAnswer = prepared((db, { userId, key, answer }: Key & { answer: string }) =>
  db.updateTable('nonces').set({ answer }).where('user_id', '=', userId).where('nonce', '=', key),
)

const toStoredKey = ({ names, answer }: { names: string; answer: string | null }): StoredKey => ({
  fingerprint: names,
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
    async find(key: string): Promise<StoredKey | undefined> {
      const row = await db
        .selectFrom('nonces')
        .select(['names', 'answer'])
        .where('user_id', '=', userId)
        .where('nonce', '=', key)
        .executeTakeFirst()
      return row && toStoredKey(row)
    },

    /**
     * Adds the key or locks its row, whatever its fingerprint, so that a repeat in another transaction waits. Returns the stored
     * fingerprint and answer.
     */
    async addOrLock(key: string, fingerprint: string, now: Date): Promise<StoredKey> {
      const { numAffectedRows } = await insertKey(db, { userId, key, fingerprint, at: now.toISOString() })
      if (numAffectedRows === 1n) {
        added.add(key)
        return { fingerprint, answer: undefined }
      }
      // The update locks an existing row, and reads it as the last committed write left it.
      const row = await db
        .updateTable('nonces')
        .set(eb => ({ names: eb.ref('names') }))
        .where('user_id', '=', userId)
        .where('nonce', '=', key)
        .returning(['names', 'answer'])
        .executeTakeFirstOrThrow()
      return toStoredKey(row)
    },

    /**
     * Takes the key for the request with this fingerprint. Returns its stored answer, if any. Throws `nonce-taken` for another fingerprint.
     */
    async claim(key: string, fingerprint: string, now: Date): Promise<unknown> {
      const storedKey = await this.addOrLock(key, fingerprint, now)
      if (storedKey.fingerprint !== fingerprint) throw new Refusal('nonce-taken')
      return storedKey.answer
    },

    /** Stores the answer for repeats of the request. */
    async storeAnswer(key: string, answer: unknown) {
      await updateAnswer(db, { userId, key, answer: JSON.stringify(answer) })
    },

    /** Deletes a key that this transaction added. An older one stays. */
    async deleteAdded(key: string) {
      if (added.has(key)) await db.deleteFrom('nonces').where('user_id', '=', userId).where('nonce', '=', key).execute()
    },
  }
}

/** The user id under which the idempotency keys of visitors are stored: visitors have no account. */
export const VISITORS = 'public'

/**
 * Runs `act` once for an idempotency key (`nonce`) and returns the stored answer to repeats. `kind` and a digest of `input` are the
 * request's fingerprint; throws `nonce-taken` when the key has another one. Without an idempotency key every call runs `act`.
 */
export async function once<Answer>(
  keys: ReturnType<typeof idempotencyKeysIn>,
  { nonce, kind, input, now }: { nonce: string | undefined; kind: string; input: unknown; now: Date },
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (nonce === undefined) return act()
  const digest = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const earlier = await keys.claim(nonce, `${kind} ${digest}`, now)
  if (earlier !== undefined) return earlier as Answer
  const answer = await act()
  await keys.storeAnswer(nonce, answer)
  return answer
}
