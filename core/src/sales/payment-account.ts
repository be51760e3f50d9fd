import type { Money } from './currency.ts'
import type { PaymentState } from './payments.ts'

/** What was paid for an order and what is still due. Amounts of different currencies are never added. */
export type PaymentAccount = {
  state: PaymentState
  /** What was paid, for each currency in which the sum is not 0. */
  paid: Money[]
  /** The agreed sum less what was paid in its currency; negative when more was paid. Null without an agreed sum. */
  due: Money | null
}

/** Returns the sums by currency, without those that are 0. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<Money['currency'], number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].filter(([, amount]) => amount !== 0).map(([currency, amount]) => ({ amount, currency }))
}

/** Returns what an order's payments (reversals are negative) come to. Payments in other currencies than the agreed one change no state. */
export function paymentAccount(agreed: Money | null, payments: readonly Money[]): PaymentAccount {
  const paid = sumByCurrency(payments)
  if (!agreed) return { state: 'none', paid, due: null }
  const paidOfAgreed = paid.find(({ currency }) => currency === agreed.currency)?.amount ?? 0
  const due = { amount: agreed.amount - paidOfAgreed, currency: agreed.currency }
  return { state: paymentStateOf(agreed.amount, paidOfAgreed), paid, due }
}

/** Returns the state of payment of an order from its agreed sum, null for none, and what was paid in the currency of that sum. */
export function paymentStateOf(agreed: number | null, paid: number): PaymentState {
  if (agreed === null) return 'none'
  const due = agreed - paid
  if (due < 0) return 'overpaid'
  if (due === 0) return 'paid'
  return paid > 0 ? 'partial' : 'unpaid'
}
