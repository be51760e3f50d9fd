import { toWesternDigits } from '../arabic.ts'
import { maxPersonsFor } from '../invitations/rules.ts'
import { YES_CELL_PATTERN } from './headings.ts'
import { normalizeSpelling } from './normalized-line.ts'
import { readPersonCount } from './person-count.ts'
import {
  ALONE_WORDS,
  anyWordSource,
  HOUSEHOLD_WORDS,
  NUMBER_WORD_SOURCE,
  numberWordValue,
  ONE_COMPANION_WORDS,
  RELATIVES_WORDS,
  WORD_END,
} from './words.ts'

/** What a cell in a column of persons says: their number, and whether the user is asked because it is a guess. Undefined: no number. */
export type PersonsCell = { persons: number | undefined; isGuess: boolean }

const MAX_PERSONS = maxPersonsFor('custom')
const inRange = (persons: number) => (persons >= 1 && persons <= MAX_PERSONS ? persons : undefined)
const NUMBER_WORD_PATTERN = new RegExp(`^(${NUMBER_WORD_SOURCE})$`)
const COMPANION_ALONE_PATTERN = new RegExp(`^(?:و|مع )?\\s*${ONE_COMPANION_WORDS}${WORD_END}$`)
/** Matches one person in words: «شخص», «فرد», «لوحده». */
const ONE_PERSON_PATTERN = new RegExp(
  `^(?:${anyWordSource('شخص|نفر|فرد|ضيف|مقعد|كرسي|مكان|كرت|بطاقه|دعوه|مفرد|single|one')}|${ALONE_WORDS})$`,
)
const HOUSEHOLD_ALONE_PATTERN = new RegExp(`^(?:${HOUSEHOLD_WORDS}|${RELATIVES_WORDS})$`)
const GUEST_FIRST_PATTERN = /^(?:هو|هي)\s+(?=و|مع )/
/** A name that is put before the text of a cell, so that the cell is read by the rules for a line. */
const STAND_IN = 'سعاد'

/** Reads a cell in a column of persons (`added`: 0) or of companions (1) by the rules for a line: «٣», «شخصين», «2+1», «سعاد ومنى». */
export function readPersonsCell(cell: string, added: number): PersonsCell {
  // «هو وزوجته» counts the guest; «وزوجته» in a column of persons may not.
  const { plain: written } = normalizeSpelling(toWesternDigits(cell).trim())
  const plain = written.replace(GUEST_FIRST_PATTERN, '')
  const digits = /^(\d{1,3})(?:\.0+)?(?:\s+\D+)?$/.exec(plain)?.[1]
  if (digits !== undefined) return { persons: inRange(Number(digits) + added), isGuess: false }
  if (/^\d{1,2}(?:\s*\+\s*\d{1,2})+$/.test(plain))
    return { persons: inRange(plain.split('+').reduce((sum, part) => sum + Number(part), 0) + added), isGuess: false }
  if (added === 0 && ONE_PERSON_PATTERN.test(plain)) return { persons: 1, isGuess: false }
  if (/^[-–—]$|^(?:بدون|لا يوجد|بلا|لا|none|no)$/.test(plain)) return { persons: added === 1 ? 1 : undefined, isGuess: false }
  if (added === 1 && YES_CELL_PATTERN.test(plain)) return { persons: 2, isGuess: true }
  const word = NUMBER_WORD_PATTERN.exec(plain)?.[1]
  if (word !== undefined) return { persons: inRange((numberWordValue(word) ?? 0) + added), isGuess: false }
  const plus = /^\+\s?(\d{1,2})$/.exec(plain)?.[1]
  if (plus !== undefined) return { persons: inRange(Number(plus) + 1), isGuess: added === 0 }
  if (COMPANION_ALONE_PATTERN.test(plain)) return { persons: 2, isGuess: added === 0 && plain === written }
  const joint = HOUSEHOLD_ALONE_PATTERN.test(plain) ? 'و' : ''
  const line = readPersonCount(normalizeSpelling(`${STAND_IN} ${joint}${plain}`))
  if (line.name.trim() === STAND_IN && !line.isUncounted && !line.either) return { persons: inRange(line.places + added), isGuess: false }
  const names = plain.split(/\s*[,،+&/\n]\s*|\s+و(?=[ء-ي]{3})/).filter(name => /[a-zء-ي]{2}/.test(name))
  return {
    persons: names.length > 1 && !/\d/.test(plain) ? inRange(names.length + 1) : line.isUncounted ? inRange(line.places) : undefined,
    isGuess: true,
  }
}
