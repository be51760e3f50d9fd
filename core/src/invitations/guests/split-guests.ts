import { cleanLine, hasLetterOrDigit } from '../../arabic.ts'
import { MAX_INVITATIONS_PER_CALL } from '../contract.ts'
import { stampOf } from './chat.ts'
import { MAX_GUEST_LINE } from './draft.ts'
import { suspectNoGuest } from './no-guest.ts'
import { type ParsedGuestLine, readGuestLines } from './read-lines.ts'
import { normalizeSpelling } from './spelling.ts'
import {
  anyOf,
  DIGIT,
  HOUSEHOLD,
  ONE_COMPANION_WORDS,
  ORGANISATION,
  RELATIVES_WORDS,
  TITLE,
  TWO_COMPANIONS_WORDS,
  WAW_NAMES,
  WORD_END,
} from './words.ts'

/** Separators between the guests of a line: a sign, or the list number of the next guest. A line is split at one kind only. */
const SEPARATORS = [/\s*[,،]\s*/, /\s*[;؛]\s*/, /\s*\/\s*/, /\s[-–—]\s/, new RegExp(`\\s+(?=${DIGIT}{1,3}\\s?[-.)ـ]\\s?\\p{L})`, 'u')]
const HAS_SEPARATOR = /[,،;؛/]|\s[-–—]\s|\p{N}\s?[-.)ـ].*\p{N}\s?[-.)ـ]/u
const HEADED = /^([^\d٠-٩۰-۹:：,،;؛/+]{2,40}[:：]) +(.+)$/
const NUMBERED = new RegExp(`^[(\\[]?${DIGIT}{1,3}\\s?[-–.)\\]:ـ/]`, 'u')
const MOST_WORDS = 6
/** A line with at least this many names lists several guests, also where the names have no numbers. */
const FEWEST_NAMES = 3
/** Matches parts that name no guest by themselves: titles, organisations, addresses, and relatives without a name. */
const NO_NAME = new RegExp(
  `^(?:(?:(?:${TITLE}|dr|mr|mrs|ms|eng|prof|jr|sr)${WORD_END}[ ./]*)+|و?\\s?(?:${HOUSEHOLD}|${RELATIVES_WORDS}|${ONE_COMPANION_WORDS}|${TWO_COMPANIONS_WORDS})${WORD_END}.*|(?:${ORGANISATION}|${anyOf('يا|شارع|حي|عماره|مدينه|محافظه|هاتف|جوال|تلفون|موبايل|واتس|واتساب|رقم')})${WORD_END}.*)$`,
)
const WAW = /^و ?(?=[ء-ي]{3})/
const WAW_NAME = new RegExp(`^${WAW_NAMES}${WORD_END}`)

/** Matches an occupation; it describes the name before it. */
const OCCUPATION = new RegExp(
  `^${anyOf('مدير|مديره|وزير|نايب|وكيل|وكيله|رييس|رييسه|عضو|مستشار|محافظ|سفير|استاذ|معلم|معلمه|عميد|قايد|امين عام|طبيب|طبيبه|مهندس')}${WORD_END} ?[a-zء-ي]`,
)
/** Returns whether a part has an unclosed bracket. Closing brackets alone are allowed: list numbers are written «1)». */
const hasOpenBracket = (part: string) => (part.match(/[([{]/g)?.length ?? 0) > (part.match(/[)\]}]/g)?.length ?? 0)

const isName = (name: string) =>
  !/\p{N}/u.test(name) && name.split(' ').length <= MOST_WORDS && !NO_NAME.test(normalizeSpelling(name).plain)

/** Returns a part without its leading «و»: «ويارا» after another name is «يارا». */
const withoutLeadingWaw = (part: string, index: number) =>
  index > 0 && !WAW_NAME.test(normalizeSpelling(part).plain) ? part.replace(WAW, '') : part

/** Returns whether a part is clearly a guest of its own: it has a telephone number, a number in the list, or a count. */
const isSeparateGuest = (part: string, { phoneWritten, places, doubts }: ParsedGuestLine) =>
  phoneWritten !== null || NUMBERED.test(part) || (places > 1 && doubts.length === 0)

/** Returns the parts of a text if each of them is a guest; undefined where the text names one guest or none. */
function guestsOfText(text: string): string[] | undefined {
  if (text.length <= MAX_GUEST_LINE && suspectNoGuest(text)?.how === 'sure') return undefined
  for (const separator of SEPARATORS) {
    const parts = text.split(separator).filter(hasLetterOrDigit)
    if (parts.length < 2 || parts.some(hasOpenBracket)) continue
    if (parts.length > MAX_INVITATIONS_PER_CALL) return parts
    const isOccupation = (part = '') => OCCUPATION.test(normalizeSpelling(part.slice(0, MAX_GUEST_LINE)).plain)
    if (!isOccupation(parts[0]) && parts.some(isOccupation)) continue
    const read = readGuestLines(parts, phoneText => phoneText)
    const isGuest = ({ written, name, isOut, doubts }: ParsedGuestLine) =>
      !isOut && isName(name) && !NO_NAME.test(normalizeSpelling(written).plain) && !doubts.some(({ about }) => about === 'message')
    const guests = read.filter(isGuest)
    // A telephone number by itself belongs to the guest before it.
    if (guests.length < 2 || read.some(line => !isGuest(line) && line.why !== 'merged')) continue
    const isList = guests.length === parts.length && parts.length >= FEWEST_NAMES
    if (isList || read.every((line, index) => line.why === 'merged' || isSeparateGuest(parts[index] ?? '', line)))
      return parts.map(withoutLeadingWaw)
  }
  return undefined
}

/**
 * Splits a line that names several guests into one line for each; a heading before a colon becomes a line of its own. The stamp of a chat
 * remains in the first line. A line names several guests if it has three names or more with one kind of sign between them, or two or more
 * of which each has a telephone number, a count or a number in the list. Any other line is returned unchanged.
 */
export function splitGuests(line: string): string[] {
  if (line.includes('\t') || !HAS_SEPARATOR.test(line)) return [line]
  const cleanedLine = cleanLine(line)
  const stamp = stampOf(cleanedLine)
  const text = cleanedLine.slice(stamp.length)
  const [, heading, headed] = HEADED.exec(text) ?? []
  const guestsAfterHeading = headed === undefined ? undefined : guestsOfText(headed)
  const [first, ...further] = guestsAfterHeading ? [heading ?? '', ...guestsAfterHeading] : (guestsOfText(text) ?? [])
  return first === undefined ? [line] : [stamp + first, ...further]
}
