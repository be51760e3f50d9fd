import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * The maximum number of rows that an account may add on one day without being charged quota. `scans`: scans that admit nobody, conflicts
 * and undos. `edits`: edits, each of which adds a row to `activity`. The daily limit of refunds depends on the account:
 * `accountRules.maxDailyRefunds`.
 */
export const DAILY_BUDGETS = { scans: 2_000, edits: 5_000 } as const

export const budgetsIn = (db: Kysely<Tables>) => ({
  /** Reads how much of a budget an account has used on a day (`2026-11-20`). */
  async readUsed(userId: string, kind: Tables['budgets']['what'], day: string) {
    const row = await db
      .selectFrom('budgets')
      .select('used')
      .where('user_id', '=', userId)
      .where('what', '=', kind)
      .where('day', '=', day)
      .executeTakeFirst()
    return row?.used ?? 0
  },

  /** Adds `amount` to what is used on a day (`2026-11-20`), also beyond the limit. Returns the new sum. */
  async addUsed(userId: string, kind: Tables['budgets']['what'], day: string, amount = 1) {
    const { used } = await db
      .insertInto('budgets')
      .values({ user_id: userId, what: kind, day, used: amount })
      .onConflict(c => c.columns(['user_id', 'what', 'day']).doUpdateSet(eb => ({ used: eb('budgets.used', '+', amount) })))
      .returning('used')
      .executeTakeFirstOrThrow()
    return used
  },
})
