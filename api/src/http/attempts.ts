import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'

/** A rate limit: at most `max` attempts in `window` ms. */
export type Allowance = { max: number; window: number }

const attemptsIn = (trx: Kysely<Tables>) => ({
  /** Reads the times (Unix time in ms) of the attempts of a key, and locks them until the transaction ends. */
  async lockTimes(keyDigest: string, at: number): Promise<number[]> {
    const { times } = await trx
      .insertInto('attempts')
      .values({ who: keyDigest, times: '[]', last_at: new Date(at).toISOString() })
      .onConflict(c => c.column('who').doUpdateSet({ last_at: new Date(at).toISOString() }))
      .returning('times')
      .executeTakeFirstOrThrow()
    return JSON.parse(times)
  },
  async storeTimes(keyDigest: string, times: readonly number[]) {
    if (times.length === 0) await trx.deleteFrom('attempts').where('who', '=', keyDigest).execute()
    else
      await trx
        .updateTable('attempts')
        .set({ times: JSON.stringify(times) })
        .where('who', '=', keyDigest)
        .execute()
  },
})

/** Returns the times that count. A time in the future was written while the clock was wrong; it does not. */
const recentOf = (times: readonly number[], window: number, at: number) => times.filter(time => time <= at && at - time < window)

/** Returns how long (ms) a limit refuses the next attempt after the recent ones; 0 when it allows it. */
const remainingWaitMs = (recent: readonly number[], { max, window }: Allowance, at: number) =>
  recent.length < max ? 0 : recent.at(-max)! + window - at

/** The most limits whose refusals are in memory. */
const MAX_REFUSALS = 10_000

/** Hashes the key of a count, so that the database contains neither usernames nor IP addresses. */
const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Counts attempts, for all processes that use one database together. A `key` is the kind of attempt, then the username, IP address or other
 * origin whose attempts are counted.
 */
export function attempts(db: Database, now: () => Date) {
  /** The times (Unix time in ms) until which limits refuse attempts, by the digest of their keys. */
  const refusedUntil = new Map<string, number>()
  /** The last attempt of each key that is still being counted, by the digest of the key. */
  const pendingAttempts = new Map<string, Promise<number>>()

  /** Reads the times of the attempts of `key` in the last `window` ms. */
  async function timesOf(key: readonly string[], window: number, at: number) {
    const row = await db.read.selectFrom('attempts').select('times').where('who', '=', digest(key)).executeTakeFirst()
    return recentOf(JSON.parse(row?.times ?? '[]'), window, at)
  }

  return {
    /** Counts an attempt and returns 0 when the limit allows it. Otherwise counts nothing and returns how long (ms) to wait. */
    take(key: readonly string[], allowance: Allowance): Promise<number> {
      const at = now().getTime()
      return db.write(async trx => {
        const { lockTimes, storeTimes } = attemptsIn(trx)
        const recent = recentOf(await lockTimes(digest(key), at), allowance.window, at)
        const waitMs = remainingWaitMs(recent, allowance, at)
        await storeTimes(digest(key), waitMs === 0 ? [...recent, at] : recent)
        return waitMs
      })
    },

    /**
     * Counts an attempt as `take` does. The attempts of one key are counted one after another, and while the limit refuses, they neither
     * write nor read: a flood of them takes at most one connection of the database. Only for keys whose attempts are never removed.
     */
    takeSerially(key: readonly string[], allowance: Allowance): Promise<number> {
      const keyDigest = digest(key)
      const takeNext = async () => {
        const waitMs = (refusedUntil.get(keyDigest) ?? 0) - now().getTime()
        // A longer refusal than the window was remembered while the clock was wrong.
        if (waitMs > 0 && waitMs <= allowance.window) return waitMs
        const newWaitMs = await this.take(key, allowance)
        if (refusedUntil.size >= MAX_REFUSALS) refusedUntil.clear()
        if (newWaitMs > 0) refusedUntil.set(keyDigest, now().getTime() + newWaitMs)
        else refusedUntil.delete(keyDigest)
        return newWaitMs
      }
      const attempt = (pendingAttempts.get(keyDigest) ?? Promise.resolve()).then(takeNext, takeNext)
      pendingAttempts.set(keyDigest, attempt)
      const end = () => {
        if (pendingAttempts.get(keyDigest) === attempt) pendingAttempts.delete(keyDigest)
      }
      attempt.then(end, end)
      return attempt
    },

    /** Counts an attempt and refuses none. Only the newest `max` attempts are stored. */
    add(key: readonly string[], { max, window }: Allowance): Promise<void> {
      const at = now().getTime()
      return db.write(async trx => {
        const { lockTimes, storeTimes } = attemptsIn(trx)
        const recent = recentOf(await lockTimes(digest(key), at), window, at)
        await storeTimes(digest(key), [...recent, at].slice(-max))
      })
    },

    /** Returns the number of attempts in the last `window` ms. */
    count: async (key: readonly string[], window: number) => (await timesOf(key, window, now().getTime())).length,

    /** Removes the newest attempt. */
    removeNewest: (key: readonly string[]) =>
      db.write(async trx => {
        const { lockTimes, storeTimes } = attemptsIn(trx)
        await storeTimes(digest(key), (await lockTimes(digest(key), now().getTime())).slice(0, -1))
      }),

    clear: (key: readonly string[]) => db.write(trx => attemptsIn(trx).storeTimes(digest(key), [])),
  }
}

export type Attempts = ReturnType<typeof attempts>
