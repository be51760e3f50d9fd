import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * How many rows an account may have written down on one day without paying for them: attempts at doors that admit nobody, and edits, each of
 * which is a row of the activity. How many credits come back in a day is the account's own: `accountRules.mostRefunds`.
 */
export const BUDGETS = { scans: 2_000, edits: 5_000 } as const

export const budgetsIn = (db: Kysely<Tables>) => ({
  /** Takes one more of a day's budget. Answers how much has been taken on that day (`2026-11-20`), this one included. */
  async take(userId: string, what: Tables['budgets']['what'], day: string) {
    const { used } = await db
      .insertInto('budgets')
      .values({ user_id: userId, what, day, used: 1 })
      .onConflict(c => c.columns(['user_id', 'what', 'day']).doUpdateSet(eb => ({ used: eb('budgets.used', '+', 1) })))
      .returning('used')
      .executeTakeFirstOrThrow()
    return used
  },
})
