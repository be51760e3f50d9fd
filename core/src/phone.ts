import { westernDigits } from './arabic.ts'

/** Returns a telephone number as a `tel:` link takes it: its digits, with the leading plus if there is one. */
export const dialable = (written: string) => {
  const number = westernDigits(written).trim()
  return `${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`
}

/** A number of at least 11 digits, without a leading plus or zero, begins with its country code. */
const WITH_COUNTRY = 11

/** The calling code of Saudi Arabia, whose mobile numbers are ten digits beginning with 05; the order form's example is one. */
const SAUDI = '966'

/**
 * Returns a number in international form, digits only, as WhatsApp takes it. A number without a country code gets
 * `callingCode` (digits only).
 */
export function internationalDigits(written: string, callingCode: string): string {
  const number = dialable(written).replace(/^00/, '+')
  if (number.startsWith('+')) return number.slice(1)
  if (/^05\d{8}$/.test(number)) return SAUDI + number.slice(1)
  if (!number.startsWith('0') && number.length >= WITH_COUNTRY) return number
  return callingCode + number.replace(/^0/, '')
}
