import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'

/** A rate limit: at most `max` attempts in `window` ms. */
export type Allowance = { max: number; window: number }

const attemptsIn = (trx: Kysely<Tables>) => ({
  /** Reads the times (Unix time in ms) of the attempts of `who`, and locks them until the transaction ends. */
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

/** Hashes the key of a count, so that the database contains neither usernames nor IP addresses. */
const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Counts attempts, for all processes that use one database together. `who` is the key of a count: the kind of attempt, then whose it is,
 * such as a username or an IP address.
 */
export const attempts = (db: Database, now: () => Date) => ({
  /** Counts an attempt and returns 0 when the limit allows it. Otherwise counts nothing and returns how long (ms) to wait. */
  take(key: readonly string[], { max, window }: Allowance): Promise<number> {
    const at = now().getTime()
    return db.write(async trx => {
      const { lockTimes, storeTimes } = attemptsIn(trx)
      // A time in the future was written while the clock was wrong; it does not count.
      const recent = (await lockTimes(digest(key), at)).filter(time => time <= at && at - time < window)
      const isAllowed = recent.length < max
      await storeTimes(digest(key), isAllowed ? [...recent, at] : recent)
      return isAllowed ? 0 : recent.at(-max)! + window - at
    })
  },

  /** Counts an attempt and refuses none. Only the newest `max` attempts are stored. */
  add(key: readonly string[], { max, window }: Allowance): Promise<void> {
    const at = now().getTime()
    return db.write(async trx => {
      const { lockTimes, storeTimes } = attemptsIn(trx)
      const recent = (await lockTimes(digest(key), at)).filter(time => time <= at && at - time < window)
      await storeTimes(digest(key), [...recent, at].slice(-max))
    })
  },

  /** Returns the number of attempts in the last `window` ms. */
  async count(key: readonly string[], window: number): Promise<number> {
    const at = now().getTime()
    const row = await db.read.selectFrom('attempts').select('times').where('who', '=', digest(key)).executeTakeFirst()
    return (JSON.parse(row?.times ?? '[]') as number[]).filter(time => time <= at && at - time < window).length
  },

  /** Removes the newest attempt. */
  removeNewest: (key: readonly string[]) =>
    db.write(async trx => {
      const { lockTimes, storeTimes } = attemptsIn(trx)
      await storeTimes(digest(key), (await lockTimes(digest(key), now().getTime())).slice(0, -1))
    }),

  clear: (key: readonly string[]) => db.write(trx => attemptsIn(trx).storeTimes(digest(key), [])),
})

export type Attempts = ReturnType<typeof attempts>
