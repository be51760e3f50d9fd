import { Refusal, texts } from '@hudur/core'
import type { Kysely } from 'kysely'
import { BUDGETS, budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'

const budgetUsed = () => new Refusal('budget-used', { text: texts.budget.edits(BUDGETS.edits) })

/** Saving or removing a design or an event may change every invitation of the event. This many changed invitations count as one more edit. */
const ROWS_PER_EDIT = 100

/** Returns as how many edits a call counts that changes this many invitations. */
export const editsFor = (rows: number) => 1 + Math.floor(rows / ROWS_PER_EDIT)

/** The budget of an account's edits on a day (`2026-11-20`). A write locks it last, after the invitations. */
export const editsOf = (trx: Kysely<Tables>, userId: string, day: string) => ({
  /** Counts one edit of an invitation against the account's daily maximum. Throws `budget-used` beyond it. */
  async take() {
    if ((await budgetsIn(trx).take(userId, 'edits', day)) > BUDGETS.edits) throw budgetUsed()
  },

  /** Throws `budget-used` when no edit is left today; called before the changes whose edits `count` then counts. */
  async refuseBeyond() {
    if ((await budgetsIn(trx).readUsed(userId, 'edits', day)) >= BUDGETS.edits) throw budgetUsed()
  },

  /** Counts this many edits, even beyond the daily maximum. */
  count: (amount: number) => budgetsIn(trx).take(userId, 'edits', day, amount),
})
