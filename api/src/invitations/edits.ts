import { Refusal, texts } from '@hudur/core'
import type { Kysely } from 'kysely'
import { BUDGETS, budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'

const budgetUsed = () => new Refusal('budget-used', { text: texts.budget.edits(BUDGETS.edits) })

/** An account's edits of a day (`2026-11-20`). The budget is locked last, after invitations. */
export const editsOf = (trx: Kysely<Tables>, userId: string, day: string) => ({
  /** Takes one. Throws `budget-used` where none is left. */
  async take() {
    if ((await budgetsIn(trx).take(userId, 'edits', day)) > BUDGETS.edits) throw budgetUsed()
  },

  /** Throws `budget-used` where none is left, before rows are touched for which `count` will take some. */
  async refuseBeyond() {
    if ((await budgetsIn(trx).used(userId, 'edits', day)) >= BUDGETS.edits) throw budgetUsed()
  },

  /** Takes this many, also beyond the budget. */
  count: (amount: number) => budgetsIn(trx).take(userId, 'edits', day, amount),
})
