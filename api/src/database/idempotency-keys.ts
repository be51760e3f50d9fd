import { createHash } from 'node:crypto'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { preparedQuery } from './prepared.ts'
import type { Tables } from './schema.ts'

/** The fingerprint of the request, and the answer, which is undefined until it is stored. */
export type StoredKey = { fingerprint: string; answer: unknown }

type Key = { userId: string; key: string }

const insertKey = preparedQuery((db, { userId, key, fingerprint, at }: Key & { fingerprint: string; at: string }) =>
  db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, idempotency_key: key, fingerprint, answer: null, created_at: at })
    .onConflict(c => c.columns(['user_id', 'idempotency_key']).doNothing()),
)

const updateAnswer = preparedQuery((db, { userId, key, answer }: Key & { answer: string }) =>
  db.updateTable('idempotency_keys').set({ answer }).where('user_id', '=', userId).where('idempotency_key', '=', key),
)

const toStoredKey = ({ fingerprint, answer }: { fingerprint: string; answer: string | null }): StoredKey => ({
  fingerprint,
  answer: answer === null ? undefined : JSON.parse(answer),
})

/**
 * The idempotency keys of an account. A transaction claims a key before it does anything else, so that of two copies of a request only one
 * is carried out, and the other gets the stored answer.
 */
export const idempotencyKeysIn = (db: Kysely<Tables>, userId: string) => {
  /** The keys whose rows this transaction added. */
  const added = new Set<string>()

  return {
    /** Reads the fingerprint and answer of a key, without a lock. Returns undefined for a new key. */
    async find(key: string): Promise<StoredKey | undefined> {
      const row = await db
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'answer'])
        .where('user_id', '=', userId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst()
      return row && toStoredKey(row)
    },

    /** Adds the key, or locks its row whatever its fingerprint, so that a repeat in another transaction waits. */
    async addOrLock(key: string, fingerprint: string, now: Date): Promise<StoredKey> {
      const { numAffectedRows } = await insertKey(db, { userId, key, fingerprint, at: now.toISOString() })
      if (numAffectedRows === 1n) {
        added.add(key)
        return { fingerprint, answer: undefined }
      }
      // The update locks the existing row and returns what the last committed write has stored in it.
      const row = await db
        .updateTable('idempotency_keys')
        .set(eb => ({ fingerprint: eb.ref('fingerprint') }))
        .where('user_id', '=', userId)
        .where('idempotency_key', '=', key)
        .returning(['fingerprint', 'answer'])
        .executeTakeFirstOrThrow()
      return toStoredKey(row)
    },

    /** Claims the key for a request. Returns its stored answer, if any. Throws `nonce-taken` when its fingerprint differs. */
    async claim(key: string, fingerprint: string, now: Date): Promise<unknown> {
      const storedKey = await this.addOrLock(key, fingerprint, now)
      if (storedKey.fingerprint !== fingerprint) throw new Refusal('nonce-taken')
      return storedKey.answer
    },

    /** Stores the answer for repeats of the request. */
    async storeAnswer(key: string, answer: unknown) {
      await updateAnswer(db, { userId, key, answer: JSON.stringify(answer) })
    },

    /** Deletes a key that this transaction has added. Keeps a key that was stored before. */
    async deleteAdded(key: string) {
      if (added.has(key)) await db.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('idempotency_key', '=', key).execute()
    },
  }
}

/** The user id under which the idempotency keys of visitors are stored: visitors have no account. */
export const VISITORS_USER_ID = 'public'

/**
 * Runs `act` once for an idempotency key (`nonce`), and always without one. A repeat gets the stored answer. Throws `nonce-taken` when
 * `kind` and `input` differ from those of the first request.
 */
export async function runOnce<Answer>(
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
