import { westernDigits } from './arabic.ts'

/** A telephone number as a `tel:` address takes it: its digits, after its plus if it has one. */
export const dialable = (written: string) => {
  const number = westernDigits(written).trim()
  return `${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`
}

/** From so many digits on, a number without a plus that begins with the calling code has it already. */
const WITH_COUNTRY = 11

/**
 * The same number in international form, digits alone, as WhatsApp takes it. One written without its country is taken to be of
 * `callingCode` (digits).
 */
export function internationalDigits(written: string, callingCode: string): string {
  const number = dialable(written).replace(/^00/, '+')
  if (number.startsWith('+')) return number.slice(1)
  if (number.startsWith(callingCode) && number.length >= WITH_COUNTRY) return number
  return callingCode + number.replace(/^0/, '')
}
