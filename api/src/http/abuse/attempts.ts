import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/schema.ts'

/** A rate limit: at most `max` attempts in `window` ms. */
export type RateLimit = { max: number; window: number }

/** Reads the times (Unix time in ms) of the attempts of a key, and locks them until the transaction ends. */
async function lockTimes(trx: Kysely<Tables>, keyDigest: string, at: number): Promise<number[]> {
  const last_at = new Date(at).toISOString()
  const { times } = await trx
    .insertInto('attempts')
    .values({ who: keyDigest, times: '[]', last_at })
    .onConflict(c => c.column('who').doUpdateSet({ last_at }))
    .returning('times')
    .executeTakeFirstOrThrow()
  return JSON.parse(times)
}

async function storeTimes(trx: Kysely<Tables>, keyDigest: string, recent: readonly number[]) {
  const times = JSON.stringify(recent)
  if (recent.length === 0) await trx.deleteFrom('attempts').where('who', '=', keyDigest).execute()
  else await trx.updateTable('attempts').set({ times }).where('who', '=', keyDigest).execute()
}

/** Returns the times in the last `window` ms. A time in the future does not count, because it was stored while the clock was wrong. */
const recentTimes = (times: readonly number[], window: number, at: number) => times.filter(time => time <= at && at - time < window)

/** Returns how long (ms) a rate limit refuses the next attempt, given the times of the recent ones; 0 when it allows the attempt. */
const remainingWaitMs = (recent: readonly number[], { max, window }: RateLimit, at: number) =>
  recent.length < max ? 0 : recent.at(-max)! + window - at

/** The maximum number of keys whose refusals are kept in memory. */
const MAX_REMEMBERED_REFUSALS = 10_000

/** Hashes the key of counted attempts, so that the database contains neither usernames nor IP addresses. */
const digestOfKey = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Creates a counter of attempts, which all processes with the same database share. A `key` is the kind of attempt, followed by the
 * username, IP address or other origin whose attempts are counted.
 */
export function createAttemptCounter(db: Database, now: () => Date) {
  /** The times (Unix time in ms) until which rate limits refuse attempts, by the digests of their keys. */
  const refusedUntil = new Map<string, number>()
  /** The last attempt of each key that is still being counted, by the digest of the key. */
  const pendingAttempts = new Map<string, Promise<number>>()

  /** Replaces the stored times of a key by what `change` returns for them and the present time (Unix time in ms). */
  function updateTimes(key: readonly string[], change: (times: number[], at: number) => number[]): Promise<void> {
    const [keyDigest, at] = [digestOfKey(key), now().getTime()]
    return db.write(async trx => storeTimes(trx, keyDigest, change(await lockTimes(trx, keyDigest, at), at)))
  }

  return {
    /** Counts an attempt and returns 0 when the limit allows it. Otherwise counts nothing and returns how long (ms) to wait. */
    async take(key: readonly string[], allowance: RateLimit): Promise<number> {
      let waitMs = 0
      await updateTimes(key, (times, at) => {
        const recent = recentTimes(times, allowance.window, at)
        waitMs = remainingWaitMs(recent, allowance, at)
        return waitMs === 0 ? [...recent, at] : recent
      })
      return waitMs
    },

    /**
     * Counts an attempt as `take` does. The attempts of one key are counted one after another. While the limit refuses them, the database
     * is neither read nor written. So a flood of attempts uses at most one database connection. It must be used only for keys whose
     * attempts are never removed.
     */
    takeSerially(key: readonly string[], allowance: RateLimit): Promise<number> {
      const keyDigest = digestOfKey(key)
      const takeAttempt = async () => {
        const waitMs = (refusedUntil.get(keyDigest) ?? 0) - now().getTime()
        // A wait that is longer than the window was stored while the clock was wrong, so it is ignored.
        if (waitMs > 0 && waitMs <= allowance.window) return waitMs
        const newWaitMs = await this.take(key, allowance)
        if (refusedUntil.size >= MAX_REMEMBERED_REFUSALS) refusedUntil.clear()
        if (newWaitMs > 0) refusedUntil.set(keyDigest, now().getTime() + newWaitMs)
        else refusedUntil.delete(keyDigest)
        return newWaitMs
      }
      const attempt = (pendingAttempts.get(keyDigest) ?? Promise.resolve()).then(takeAttempt, takeAttempt)
      pendingAttempts.set(keyDigest, attempt)
      const forgetPendingAttempt = () => {
        if (pendingAttempts.get(keyDigest) === attempt) pendingAttempts.delete(keyDigest)
      }
      attempt.then(forgetPendingAttempt, forgetPendingAttempt)
      return attempt
    },

    /** Counts an attempt without refusing any. Only the newest `max` attempts are stored. */
    add: (key: readonly string[], { max, window }: RateLimit) =>
      updateTimes(key, (times, at) => [...recentTimes(times, window, at), at].slice(-max)),

    /** Returns the number of attempts in the last `window` ms. */
    async count(key: readonly string[], window: number) {
      const row = await db.read.selectFrom('attempts').select('times').where('who', '=', digestOfKey(key)).executeTakeFirst()
      return recentTimes(JSON.parse(row?.times ?? '[]'), window, now().getTime()).length
    },

    removeNewest: (key: readonly string[]) => updateTimes(key, times => times.slice(0, -1)),

    clear: (key: readonly string[]) => db.write(trx => storeTimes(trx, digestOfKey(key), [])),
  }
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>
