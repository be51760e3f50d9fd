import { toWesternDigits } from '../arabic.ts'
import * as texts from '../texts.ts'
import { type Currency, MAX_AMOUNT, type Money } from './currency.ts'

/**
 * The number of digits of the minor unit of each currency after ISO 4217. The rial of Yemen has none here: its fils are not in use, so its
 * amounts are whole rials.
 */
const MINOR_DIGITS: Record<Currency, number> = {
  YER: 0,
  SAR: 2,
  AED: 2,
  OMR: 3,
  KWD: 3,
  QAR: 2,
  BHD: 3,
  JOD: 3,
  EGP: 2,
  USD: 2,
  EUR: 2,
}

/** The number of digits after the decimal point with which amounts of a currency are written. */
export const minorDigitsOf = (currency: Currency) => MINOR_DIGITS[currency]

/** Matches a number with or without separators of thousands, and the digits after its decimal point. */
const AMOUNT_PATTERN = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/

/**
 * Returns the amount, in minor units, that a person has typed; undefined for a text that is no amount of this currency. Accepts ٠-٩ and
 * the Arabic separators. A comma separates thousands only: «12,50» is refused, because it is unclear. More digits after the point than the
 * currency has are refused too, unless they are zeros.
 */
export function parseAmount(typed: string, currency: Currency): number | undefined {
  const plain = toWesternDigits(typed)
    .replace(/[\s\u00a0\u200e\u200f\u202f\u2066-\u2069]/g, '')
    .replace(/[٬،]/g, ',')
    .replace(/٫/g, '.')
  const [, whole, fraction = ''] = AMOUNT_PATTERN.exec(plain) ?? []
  if (whole === undefined) return undefined
  const digits = minorDigitsOf(currency)
  if (/[1-9]/.test(fraction.slice(digits))) return undefined
  // The digits are joined as a text, so that no fraction is ever computed as a floating point number.
  const amount = Number(whole.replaceAll(',', '') + fraction.slice(0, digits).padEnd(digits, '0'))
  return amount <= MAX_AMOUNT ? amount : undefined
}

/** Returns an amount as a plain number for fields and sheets: «100.50», «-5000». */
export function plainAmount({ amount, currency }: Money): string {
  const digits = minorDigitsOf(currency)
  const all = String(Math.abs(amount)).padStart(digits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return digits === 0 ? sign + all : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`
}

/** Returns the number of an amount with separators of thousands: «1,200.50». It is isolated, so that its sign stays before it. */
export const amountNumber = (money: Money) => `\u2066${plainAmount(money).replace(/\d(?=(?:\d{3})+(?:\.|$))/g, '$&,')}\u2069`

/** Returns an amount with its currency: «1,200.50 دولار أمريكي». */
export const formatAmount = (money: Money) => `${amountNumber(money)} ${texts.currencyNames[money.currency]}`
