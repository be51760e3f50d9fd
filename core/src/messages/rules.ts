import { toWesternDigits } from '../arabic.ts'

/** Matches calendar days, «14/1/2027» or «2027-01-14», whose digits are no telephone number. */
const CALENDAR_DAY_PATTERN = /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?!\d)/g

/**
 * Matches candidates for telephone numbers. They begin with a plus, a zero, the 7 or 5 of a mobile number of Yemen or Saudi Arabia, or the
 * 9 of the calling codes of these countries. Up to two separators may be between digits.
 */
const PHONE_CANDIDATE_PATTERN = /(?<![\d+])(?:\+|0|5|7|9)(?:[\s().-]{0,2}\d){6,15}(?!\d)/g

/** The minimum number of digits of a telephone number (without a country code), and the maximum number (with one). */
const MIN_PHONE_DIGITS = 9
const MAX_PHONE_DIGITS = 15

/** Returns the first telephone number in a text, with digits 0-9 and otherwise as written; undefined where there is none. */
export function findPhoneNumber(text: string): string | undefined {
  const normalizedText = toWesternDigits(text).replace(CALENDAR_DAY_PATTERN, ' ، ')
  for (const [number] of normalizedText.matchAll(PHONE_CANDIDATE_PATTERN)) {
    const digits = number.replace(/\D/g, '').length
    if (digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS) return number.trim()
  }
  return undefined
}

/** Returns a text quoted as in mail, each line after «> ». A longer text than `max` characters is cut and ends with «…». */
export function quoteText(text: string, max = Number.POSITIVE_INFINITY): string {
  const characters = [...text]
  const excerpt = characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text
  return excerpt
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')
}
