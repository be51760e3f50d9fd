import { CURRENCIES, type Currency, type Money } from '@hudur/core/sales/currency'
import type { MonthFigures } from '@hudur/core/sales/figures'
import { minorDigitsOf } from '@hudur/core/sales/money'
import * as texts from '@hudur/core/texts'
import type { Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'

const words = text.office

export const COUNTS = ['orders', 'accepted', 'invitationsSold', 'invitationsUsed', 'events', 'peopleAdmitted'] as const
export const SUMS = ['agreed', 'received'] as const

/** Returns the currencies that occur in the figures. */
export const currenciesOf = (figures: readonly MonthFigures[]): Currency[] =>
  CURRENCIES.filter(one => figures.some(month => SUMS.some(kind => month[kind].some(({ currency }) => currency === one))))

/** Returns the sum of one currency, in minor units. */
export const amountIn = (sums: readonly Money[], currency: Currency) => sums.find(sum => sum.currency === currency)?.amount ?? 0

/** Returns the figures as a sheet, with a column for each currency, in which amounts are numbers in its main unit. */
export function officeSheet(figures: readonly MonthFigures[]): Sheet {
  const money = SUMS.flatMap(kind => currenciesOf(figures).map(currency => ({ kind, currency })))
  return {
    columns: [
      { title: words.month, width: 12 },
      ...COUNTS.map(kind => ({ title: words[kind], width: 14 })),
      ...money.map(({ kind, currency }) => ({ title: `${words[kind]} (${texts.currencyNames[currency]})`, width: 22 })),
    ],
    pages: [
      figures.map(month => [
        month.month,
        ...COUNTS.map(kind => month[kind]),
        ...money.map(({ kind, currency }) => amountIn(month[kind], currency) / 10 ** minorDigitsOf(currency)),
      ]),
    ],
  }
}
