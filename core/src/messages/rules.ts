import { westernDigits } from '../arabic.ts'

/** Calendar days, «14/1/2027» or «2027-01-14», whose digits are no telephone number. */
const DAYS = /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?!\d)/g

/**
 * Candidates for telephone numbers. They begin with a plus, a zero, or the 5, 7 or 9 of a mobile number of Yemen or Saudi Arabia; up to two
 * separators may stand between digits.
 */
const NUMBERS = /(?<![\d+])(?:\+|0|5|7|9)(?:[\s().-]{0,2}\d){6,15}(?!\d)/g

/** The fewest and most digits of a telephone number; with the country code it has at most 15. */
const MIN_DIGITS = 9
const MAX_DIGITS = 15

/** Returns the first telephone number in a text, with digits 0-9 and otherwise as written; undefined where there is none. */
export function phoneIn(text: string): string | undefined {
  const normalizedText = westernDigits(text).replace(DAYS, ' ، ')
  for (const [number] of normalizedText.matchAll(NUMBERS)) {
    const digits = number.replace(/\D/g, '').length
    if (digits >= MIN_DIGITS && digits <= MAX_DIGITS) return number.trim()
  }
  return undefined
}

/** Returns a text quoted as in mail, each line after «> ». A longer text than `max` characters is cut and ends with «…». */
export function quoted(text: string, max = Number.POSITIVE_INFINITY): string {
  const characters = [...text]
  const excerpt = characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text
  return excerpt
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')
}
