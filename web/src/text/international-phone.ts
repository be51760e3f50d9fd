import { westernDigits } from '@hudur/core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A number without a plus may begin with a country code if it has at least this many digits. */
const MIN_DIGITS_WITH_COUNTRY = 11

const validPhone = (phoneNumber: string, callingCode?: string) => {
  const read = parsePhoneNumberFromString(phoneNumber, {
    extract: false,
    ...(callingCode !== undefined && { defaultCallingCode: callingCode }),
  })
  return read?.isValid() ? read.number : undefined
}

/**
 * Returns a telephone number in international form. `callingCode` (digits) is assumed for a number without a country code. Returns
 * undefined if the country is unclear.
 */
export function internationalPhone(rawPhone: string, callingCode: string | undefined): string | undefined {
  const number = westernDigits(rawPhone)
    .replace(/^[’']/, '')
    .replace(/[\s().\-\u2010-\u2015/]+/g, '')
    .replace(/^00/, '+')
    // In right-to-left text a typed plus may be stored behind the digits.
    .replace(/^(\d+)\+$/, '+$1')
  if (!/^\+?\d{5,15}$/.test(number)) return undefined
  if (number.startsWith('+')) return validPhone(number)
  const national = callingCode === undefined ? undefined : validPhone(number, callingCode)
  return national ?? (number.length >= MIN_DIGITS_WITH_COUNTRY ? validPhone(`+${number}`) : undefined)
}
