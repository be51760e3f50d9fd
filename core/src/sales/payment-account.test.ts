import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, type Money } from './currency.ts'
import { paymentAccount, sumByCurrency } from './payment-account.ts'

const rials = (amount: number): Money => ({ amount, currency: 'YER' })
const dollars = (amount: number): Money => ({ amount, currency: 'USD' })

describe('the account of an order', () => {
  test.each([
    ['no agreed sum', null, [rials(5)], { state: 'none', paid: [rials(5)], due: null }],
    ['no payment', rials(100), [], { state: 'unpaid', paid: [], due: rials(100) }],
    ['a part of the sum', rials(100), [rials(40)], { state: 'partial', paid: [rials(40)], due: rials(60) }],
    ['the sum in two payments', rials(100), [rials(40), rials(60)], { state: 'paid', paid: [rials(100)], due: rials(0) }],
    ['more than the sum', rials(100), [rials(140)], { state: 'overpaid', paid: [rials(140)], due: rials(-40) }],
    ['a reversed payment', rials(100), [rials(40), rials(-40)], { state: 'unpaid', paid: [], due: rials(100) }],
    ['another currency only', rials(100), [dollars(100)], { state: 'unpaid', paid: [dollars(100)], due: rials(100) }],
    ['two currencies', rials(100), [dollars(7), rials(1)], { state: 'partial', paid: [dollars(7), rials(1)], due: rials(99) }],
    ['nothing to pay', rials(0), [], { state: 'paid', paid: [], due: rials(0) }],
  ] as const)('with %s', (_, agreed, payments, account) => expect(paymentAccount(agreed, payments)).toEqual(account))

  const anyMoney = fc.record({ amount: fc.integer({ min: -1000, max: 1000 }), currency: fc.constantFrom(...CURRENCIES) })

  test('what is due and what was paid add up to the agreed sum', () => {
    fc.assert(
      fc.property(anyMoney, fc.array(anyMoney), (agreed, payments) => {
        const { due, paid } = paymentAccount(agreed, payments)
        expect(due!.amount + (paid.find(({ currency }) => currency === agreed.currency)?.amount ?? 0)).toBe(agreed.amount)
      }),
    )
  })

  test('the order of payments does not matter', () => {
    const byCurrency = (sums: Money[]) => Object.fromEntries(sums.map(({ amount, currency }) => [currency, amount]))
    fc.assert(
      fc.property(fc.array(anyMoney), payments => {
        expect(byCurrency(sumByCurrency(payments.toReversed()))).toEqual(byCurrency(sumByCurrency(payments)))
      }),
    )
  })

  test('a reversal of each payment leaves nothing paid', () => {
    fc.assert(
      fc.property(fc.array(anyMoney), payments => {
        expect(sumByCurrency([...payments, ...payments.map(({ amount, currency }) => ({ amount: -amount, currency }))])).toEqual([])
      }),
    )
  })
})
