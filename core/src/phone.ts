import { westernDigits } from './arabic.ts'

/** Returns a telephone number as a `tel:` link takes it: its digits, with the leading plus if there is one. */
export const dialable = (phoneText: string) => {
  const number = westernDigits(phoneText).trim()
  return `${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`
}

/** The fewest digits of a number, without a leading plus or zero, that begins with a country code. */
const WITH_COUNTRY = 11

/** The calling code of Saudi Arabia. Its mobile numbers are ten digits beginning with 05, as in the example of the order form. */
const SAUDI = '966'

/**
 * Returns a number in international form, digits only, as WhatsApp takes it. A number without a country code gets
 * `callingCode` (digits only).
 */
export function internationalDigits(phoneText: string, callingCode: string): string {
  const number = dialable(phoneText).replace(/^00/, '+')
  if (number.startsWith('+')) return number.slice(1)
  if (/^05\d{8}$/.test(number)) return SAUDI + number.slice(1)
  if (!number.startsWith('0') && number.length >= WITH_COUNTRY) return number
  return callingCode + number.replace(/^0/, '')
}
