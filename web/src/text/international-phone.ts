import { toWesternDigits } from '@hudur/core/arabic'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The minimum number of digits of a phone number that may begin with a country code although it has no plus. */
const MIN_DIGITS_WITH_COUNTRY = 11

const parseValidPhone = (phoneNumber: string, callingCode?: string) => {
  const read = parsePhoneNumberFromString(phoneNumber, {
    extract: false,
    ...(callingCode !== undefined && { defaultCallingCode: callingCode }),
  })
  return read?.isValid() ? read.number : undefined
}

/**
 * Returns a phone number in international form (`+967…`); undefined if it is invalid or its country is unclear. `callingCode` is the country
 * code, in digits, that is assumed for a number without one.
 */
export function toInternationalPhone(rawPhone: string, callingCode: string | undefined): string | undefined {
  const number = toWesternDigits(rawPhone)
    .replace(/^[’']/, '')
    .replace(/[\s().\-\u2010-\u2015/]+/g, '')
    .replace(/^00/, '+')
    // In right-to-left text a typed plus sign may be stored after the digits.
    .replace(/^(\d+)\+$/, '+$1')
  if (!/^\+?\d{5,15}$/.test(number)) return undefined
  if (number.startsWith('+')) return parseValidPhone(number)
  const national = callingCode === undefined ? undefined : parseValidPhone(number, callingCode)
  return national ?? (number.length >= MIN_DIGITS_WITH_COUNTRY ? parseValidPhone(`+${number}`) : undefined)
}
