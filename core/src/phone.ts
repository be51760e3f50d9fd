import { westernDigits } from './arabic.ts'

/** A telephone number as a `tel:` address takes it: its digits, after its plus if it has one. */
export const dialable = (written: string) => {
  const number = westernDigits(written).trim()
  return `${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`
}

/** From so many digits on, a number without a plus or a zero before it begins with its country. */
const WITH_COUNTRY = 11

/** Saudi Arabia's, whose mobile numbers are ten digits from 05 on: the order form's own example. */
const SAUDI = '966'

/**
 * The same number in international form, digits alone, as WhatsApp takes it. One written without its country is taken to be of
 * `callingCode` (digits).
 */
export function internationalDigits(written: string, callingCode: string): string {
  const number = dialable(written).replace(/^00/, '+')
  if (number.startsWith('+')) return number.slice(1)
  if (/^05\d{8}$/.test(number)) return SAUDI + number.slice(1)
  if (!number.startsWith('0') && number.length >= WITH_COUNTRY) return number
  return callingCode + number.replace(/^0/, '')
}
