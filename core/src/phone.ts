import { toWesternDigits } from './arabic.ts'

/** Returns a telephone number as a `tel:` link takes it: its digits, with the leading plus if there is one. */
export const toDialableNumber = (phoneText: string) => {
  const number = toWesternDigits(phoneText).trim()
  return `${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`
}

/** A number without a leading plus or zero begins with a country code if it has at least this many digits. */
const MIN_DIGITS_WITH_COUNTRY_CODE = 11

/** The calling code of Saudi Arabia. Its mobile numbers are ten digits beginning with 05, as in the example of the order form. */
const SAUDI_CALLING_CODE = '966'

/**
 * Returns a number in international form, digits only, as WhatsApp takes it. A number without a country code gets `callingCode` (digits
 * only), except that a Saudi mobile number (05…) gets 966.
 */
export function toInternationalDigits(phoneText: string, callingCode: string): string {
  const number = toDialableNumber(phoneText).replace(/^00/, '+')
  if (number.startsWith('+')) return number.slice(1)
  if (/^05\d{8}$/.test(number)) return SAUDI_CALLING_CODE + number.slice(1)
  if (!number.startsWith('0') && number.length >= MIN_DIGITS_WITH_COUNTRY_CODE) return number
  return callingCode + number.replace(/^0/, '')
}
