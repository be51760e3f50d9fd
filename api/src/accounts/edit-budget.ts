import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { budgetsIn, DAILY_BUDGETS } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'

const editBudgetRefusal = () => new Refusal('budget-used', { text: texts.budget.edits(DAILY_BUDGETS.edits) })

/** How many changed invitations count as one more edit: a design or an event may change all its invitations. */
const ROWS_PER_EDIT = 100

/** Returns the number of edits that a call takes when it changes `rows` invitations. */
export const editCountFor = (rows: number) => 1 + Math.floor(rows / ROWS_PER_EDIT)

/** The edits of an account, or of a link when `userId` is its `linkCounterId`, on a day (`2026-11-20`). A write locks it after the invitations. */
export const editBudgetOf = (trx: Kysely<Tables>, userId: string, day: string) => ({
  /** Counts `amount` edits of invitations against the daily maximum. Throws `budget-used` beyond it. */
  async take(amount = 1) {
    if ((await budgetsIn(trx).addUsed(userId, 'edits', day, amount)) > DAILY_BUDGETS.edits) throw editBudgetRefusal()
  },

  /**
   * Throws `budget-used` when no edit is left today. Called before a change that tells only afterwards how many edits it takes; see
   * `count`.
   */
  async refuseBeyond() {
    if ((await budgetsIn(trx).readUsed(userId, 'edits', day)) >= DAILY_BUDGETS.edits) throw editBudgetRefusal()
  },

  /** Counts `amount` edits, even beyond the daily maximum. */
  count: (amount: number) => budgetsIn(trx).addUsed(userId, 'edits', day, amount),
})
