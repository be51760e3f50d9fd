import { type Kysely, sql } from 'kysely'
import { rowSetStatement } from './row-set-statement.ts'
import type { Tables } from './schema.ts'

/**
 * The maximum number of rows that an account may add on one day without being charged quota. `scans`: scans that admit nobody, conflicts
 * and undos. `edits`: edits, each of which adds a row to `activity`. The daily limit of refunds depends on the account:
 * `accountRules.maxDailyRefunds`.
 */
export const DAILY_BUDGETS = { scans: 2_000, edits: 5_000 } as const

/**
 * Adds `used` to the accounts' use of their budgets on a day, even beyond the limit. Returns the new sums. No two given rows may be for the
 * same budget.
 */
export const addUsedBudgets = rowSetStatement<Tables['budgets'], Pick<Tables['budgets'], 'user_id' | 'used'>>(
  { user_id: 'text', what: 'text', day: 'text', used: 'integer' },
  (db, given) =>
    db
      .insertInto('budgets')
      .columns(['user_id', 'what', 'day', 'used'])
      .expression(db.selectFrom(given).select(['given.user_id', 'given.what', 'given.day', 'given.used']))
      .onConflict(c => c.columns(['user_id', 'what', 'day']).doUpdateSet(eb => ({ used: sql`budgets.used + ${eb.ref('excluded.used')}` })))
      .returning(['budgets.user_id', 'budgets.used']),
)

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

  /** Adds `amount` to the use of a budget on a day (`2026-11-20`), even beyond the limit. Returns the new sum. */
  async addUsed(userId: string, kind: Tables['budgets']['what'], day: string, amount = 1) {
    const { rows } = await addUsedBudgets(db, [{ user_id: userId, what: kind, day, used: amount }])
    return rows[0]!.used
  },
})
