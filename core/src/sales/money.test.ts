import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, type Currency, MAX_AMOUNT } from './currency.ts'
import { formatAmount, minorDigitsOf, parseAmount, plainAmount } from './money.ts'

const anyMoney = fc.record({ amount: fc.integer({ min: 0, max: MAX_AMOUNT }), currency: fc.constantFrom(...CURRENCIES) })
const toArabicDigits = (text: string) => text.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
const isolated = (number: string) => `\u2066${number}\u2069`

describe('parsing of typed amounts', () => {
  test.each<[string, Currency, number]>([
    ['50000', 'YER', 50_000],
    ['٥٠٬٠٠٠', 'YER', 50_000],
    ['50,000', 'YER', 50_000],
    ['50.00', 'YER', 50],
    ['١٢٫٥', 'USD', 1_250],
    ['1,200.5', 'SAR', 120_050],
    ['1 200', 'EUR', 120_000],
    ['0.005', 'KWD', 5],
    ['10.050', 'OMR', 10_050],
    ['0', 'USD', 0],
  ])('reads «%s» in %s', (typed, currency, amount) => expect(parseAmount(typed, currency)).toBe(amount))

  test.each<[string, Currency]>([
    ['', 'YER'],
    ['كثير', 'YER'],
    ['-5', 'USD'],
    ['12,50', 'USD'],
    ['1,2000', 'USD'],
    ['12.505', 'USD'],
    ['0.5', 'YER'],
    ['1.', 'USD'],
    ['.5', 'USD'],
    ['1e3', 'USD'],
    ['2000000001', 'YER'],
    ['99999999999999999999', 'USD'],
  ])('refuses «%s» in %s', (typed, currency) => expect(parseAmount(typed, currency)).toBeUndefined())

  test('reads every amount as it is written, also in ٠-٩', () => {
    fc.assert(
      fc.property(anyMoney, ({ amount, currency }) => {
        const money = { amount, currency }
        const [shown] = formatAmount(money).split('\u2069')
        for (const typed of [plainAmount(money), shown!]) {
          expect(parseAmount(typed, currency)).toBe(amount)
          expect(parseAmount(toArabicDigits(typed).replaceAll(',', '٬').replace('.', '٫'), currency)).toBe(amount)
        }
      }),
    )
  })
})

describe('writing of amounts', () => {
  test.each([
    [{ amount: 50_000, currency: 'YER' }, `${isolated('50,000')} ريال يمني`],
    [{ amount: 120_050, currency: 'USD' }, `${isolated('1,200.50')} دولار أمريكي`],
    [{ amount: 1_234_567, currency: 'KWD' }, `${isolated('1,234.567')} دينار كويتي`],
    [{ amount: -5, currency: 'SAR' }, `${isolated('-0.05')} ريال سعودي`],
    [{ amount: 0, currency: 'OMR' }, `${isolated('0.000')} ريال عماني`],
  ] as const)('writes %o', (money, written) => expect(formatAmount(money)).toBe(written))

  test('writes as many digits after the point as the currency has', () => {
    fc.assert(
      fc.property(anyMoney, money => {
        expect(plainAmount(money).split('.')[1]?.length ?? 0).toBe(minorDigitsOf(money.currency))
      }),
    )
  })
})
