import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * How many rows an account may have written down on one day without paying for them: attempts at doors that admit nobody, and edits, each of
 * which is a row of the activity. How many credits come back in a day is the account's own: `accountRules.mostRefunds`.
 */
export const BUDGETS = { scans: 2_000, edits: 5_000 } as const

export const budgetsIn = (db: Kysely<Tables>) => ({
  /** How much of a day's budget has been taken on that day (`2026-11-20`). */
  async used(userId: string, what: Tables['budgets']['what'], day: string) {
    const row = await db
      .selectFrom('budgets')
      .select('used')
      .where('user_id', '=', userId)
      .where('what', '=', what)
      .where('day', '=', day)
      .executeTakeFirst()
    return row?.used ?? 0
  },

  /** Takes one or more of a day's budget. Answers how much has been taken on that day (`2026-11-20`), this included. */
  async take(userId: string, what: Tables['budgets']['what'], day: string, amount = 1) {
    const { used } = await db
      .insertInto('budgets')
      .values({ user_id: userId, what, day, used: amount })
      .onConflict(c => c.columns(['user_id', 'what', 'day']).doUpdateSet(eb => ({ used: eb('budgets.used', '+', amount) })))
      .returning('used')
      .executeTakeFirstOrThrow()
    return used
  },
})
