import { isPhoneText, mayHaveCountryCode, toDialableNumber } from '@hudur/core/phone'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const parseValidPhone = (phoneNumber: string, callingCode?: string) => {
  const read = parsePhoneNumberFromString(phoneNumber, {
    extract: false,
    ...(callingCode !== undefined && { defaultCallingCode: callingCode }),
  })
  return read?.isValid() ? read.number : undefined
}

/**
 * Returns a phone number in international form (`+967…`); undefined if it is invalid or its country is unclear. `callingCode` is the country
 * code, in digits, that is assumed for a number without one. Where it returns a number, `toInternationalDigits` returns the same digits.
 */
export function toInternationalPhone(rawPhone: string, callingCode: string | undefined): string | undefined {
  const number = /^[1-9]\d+$/.test(rawPhone) ? rawPhone : isPhoneText(rawPhone) ? toDialableNumber(rawPhone) : ''
  if (!/^\+?\d{5,15}$/.test(number)) return undefined
  if (number.startsWith('+')) return parseValidPhone(number)
  const national = callingCode === undefined ? undefined : parseValidPhone(number, callingCode)
  return national ?? (mayHaveCountryCode(number) ? parseValidPhone(`+${number}`) : undefined)
}
