import { westernDigits } from '@hudur/core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** From so many digits on, a number without a plus may begin with its country. */
const WITH_COUNTRY = 11

const validPhone = (written: string, callingCode?: string) => {
  const read = parsePhoneNumberFromString(written, {
    extract: false,
    ...(callingCode !== undefined && { defaultCallingCode: callingCode }),
  })
  return read?.isValid() ? read.number : undefined
}

/**
 * A telephone number as people write it, in international form; `callingCode` (digits) is what a number without one is taken to have.
 * Undefined where it is unclear whose number this is.
 */
export function internationalPhone(written: string, callingCode: string | undefined): string | undefined {
  const number = westernDigits(written)
    .replace(/^[’']/, '')
    .replace(/[\s().\-\u2010-\u2015/]+/g, '')
    .replace(/^00/, '+')
    // A plus typed among Arabic stands behind its number.
    .replace(/^(\d+)\+$/, '+$1')
  if (!/^\+?\d{5,15}$/.test(number)) return undefined
  if (number.startsWith('+')) return validPhone(number)
  const national = callingCode === undefined ? undefined : validPhone(number, callingCode)
  return national ?? (number.length >= WITH_COUNTRY ? validPhone(`+${number}`) : undefined)
}
