import { digitsOf, toWesternDigits } from './arabic.ts'

/** Matches a text that may be one telephone number: its digits, signs between them, and marks of direction. */
const PHONE_TEXT_PATTERN = /^[’'\s\p{Cf}]*[+(]?[\d\s().\-\u2010-\u2015/+\p{Cf}]+$/u
export const isPhoneText = (text: string) => PHONE_TEXT_PATTERN.test(toWesternDigits(text))

/**
 * Returns the digits of a telephone number, after a plus if it has a country code: a leading «+» or «00», or a plus that right-to-left text
 * stores behind the digits. This is the form of `tel:` links.
 */
export function toDialableNumber(phoneText: string) {
  const signs = toWesternDigits(phoneText).replace(/[^\d+]/g, '')
  const digits = digitsOf(signs)
  return /^\+|^\d+\+$/.test(signs) ? `+${digits}` : digits.replace(/^00/, '+')
}

/** A number without a leading plus or zero begins with a country code if it has at least this many digits. */
const MIN_DIGITS_WITH_COUNTRY_CODE = 11

/** Returns whether a number without a plus, of digits only, is long enough to begin with a country code. */
export const mayHaveCountryCode = (number: string) => !number.startsWith('0') && number.length >= MIN_DIGITS_WITH_COUNTRY_CODE

/** The mobile numbers of countries as people write them within the country. `sharedBy`: the countries whose own numbers look the same. */
const HOME_NUMBERS = [
  { callingCode: '966', pattern: /^0?(5\d{8})$/, sharedBy: ['970', '971', '972'] },
  { callingCode: '967', pattern: /^0?(7[01378]\d{7})$/, sharedBy: [] },
] as const
export type NeighbourCode = (typeof HOME_NUMBERS)[number]['callingCode']

/**
 * Returns the number of a neighbouring country, in international form with a plus, that was written without its country code; undefined for
 * any other text. `callingCode`: the installation's country, whose own numbers come first.
 */
export function readNeighbourNumber(phoneText: string, callingCode?: string): { callingCode: NeighbourCode; phone: string } | undefined {
  if (!isPhoneText(phoneText)) return undefined
  const number = toDialableNumber(phoneText)
  for (const { callingCode: neighbour, pattern, sharedBy } of HOME_NUMBERS) {
    const local = pattern.exec(number)?.[1]
    const isOwn = callingCode === neighbour || sharedBy.some(other => other === callingCode)
    if (local !== undefined && !isOwn) return { callingCode: neighbour, phone: `+${neighbour}${local}` }
  }
  return undefined
}

/**
 * Returns a number in international form, digits only, as WhatsApp takes it. It is the likeliest form: unlike `toInternationalPhone` it has
 * no data of the countries' numbers, which are too large for the pages that only show a number. A number without a country code gets
 * `callingCode` (digits only), except that a Saudi mobile number (05…) gets 966 outside of countries with such numbers.
 */
export function toInternationalDigits(phoneText: string, callingCode: string): string {
  const number = toDialableNumber(phoneText)
  if (number.startsWith('+')) return number.slice(1)
  const neighbour = /^05/.test(number) ? readNeighbourNumber(number, callingCode) : undefined
  if (neighbour) return neighbour.phone.slice(1)
  return mayHaveCountryCode(number) ? number : callingCode + number.replace(/^0/, '')
}
