import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'

/** So many times in so long (ms). */
export type Allowance = { max: number; window: number }

const attemptsIn = (trx: Kysely<Tables>) => ({
  /** When this was tried, and nobody else changes it until the write ends. */
  async hold(who: string, at: number): Promise<number[]> {
    const { times } = await trx
      .insertInto('attempts')
      .values({ who, times: '[]', last_at: new Date(at).toISOString() })
      .onConflict(c => c.column('who').doUpdateSet({ last_at: new Date(at).toISOString() }))
      .returning('times')
      .executeTakeFirstOrThrow()
    return JSON.parse(times)
  },
  async keep(who: string, times: readonly number[]) {
    if (times.length === 0) await trx.deleteFrom('attempts').where('who', '=', who).execute()
    else
      await trx
        .updateTable('attempts')
        .set({ times: JSON.stringify(times) })
        .where('who', '=', who)
        .execute()
  },
})

/** Neither a name nor an address is kept, only what tells that it is the same again. */
const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Counts what people try, for all processes on one database together. `who` names what is counted: its kind, then whose it is. */
export const attempts = (db: Database, now: () => Date) => ({
  /** Counts one more. Answers how long to wait, in milliseconds: 0 where it is allowed, and otherwise nothing was counted. */
  take(who: readonly string[], { max, window }: Allowance): Promise<number> {
    const at = now().getTime()
    return db.write(async trx => {
      const { hold, keep } = attemptsIn(trx)
      // A time that is still to come was written by a clock that has been put right since.
      const recent = (await hold(digest(who), at)).filter(time => time <= at && at - time < window)
      const isAllowed = recent.length < max
      await keep(digest(who), isAllowed ? [...recent, at] : recent)
      return isAllowed ? 0 : recent.at(-max)! + window - at
    })
  },

  /** Counts one more and refuses none; the newest `max` are remembered. */
  add(who: readonly string[], { max, window }: Allowance): Promise<void> {
    const at = now().getTime()
    return db.write(async trx => {
      const { hold, keep } = attemptsIn(trx)
      const recent = (await hold(digest(who), at)).filter(time => time <= at && at - time < window)
      await keep(digest(who), [...recent, at].slice(-max))
    })
  },

  /** How many there were in the last `window` (ms). */
  async count(who: readonly string[], window: number): Promise<number> {
    const at = now().getTime()
    const row = await db.read.selectFrom('attempts').select('times').where('who', '=', digest(who)).executeTakeFirst()
    return (JSON.parse(row?.times ?? '[]') as number[]).filter(time => time <= at && at - time < window).length
  },

  /** Takes the last one back. */
  giveBack: (who: readonly string[]) =>
    db.write(async trx => {
      const { hold, keep } = attemptsIn(trx)
      await keep(digest(who), (await hold(digest(who), now().getTime())).slice(0, -1))
    }),

  clear: (who: readonly string[]) => db.write(trx => attemptsIn(trx).keep(digest(who), [])),
})

export type Attempts = ReturnType<typeof attempts>
