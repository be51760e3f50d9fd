import { cleanLine, hasLetterOrDigit } from '../arabic.ts'
import { MAX_INVITATIONS_PER_CALL } from '../invitations/contract.ts'
import { chatStampOf } from './chat.ts'
import { suspectNonGuest } from './non-guests.ts'
import { normalizeSpelling } from './normalized-line.ts'
import { MAX_GUEST_LINE_LENGTH } from './raw-lines.ts'
import { type ParsedGuestLine, readGuestLines } from './read-lines.ts'
import {
  anyWordSource,
  DIGIT_CLASS,
  HOUSEHOLD_WORDS,
  ONE_COMPANION_WORDS,
  ORGANISATION_WORDS,
  RELATIVES_WORDS,
  TITLE_WORDS,
  TWO_COMPANIONS_WORDS,
  WAW_NAMES,
  WORD_END,
} from './words.ts'

/** Separators between the guests of a line: a sign, or the list number of the next guest. A line is split at one kind only. */
const SEPARATOR_PATTERNS = [
  /\s*[,،]\s*/,
  /\s*[;؛]\s*/,
  /\s*\/\s*/,
  /\s[-–—]\s/,
  new RegExp(`\\s+(?=${DIGIT_CLASS}{1,3}\\s?[-.)ـ]\\s?\\p{L})`, 'u'),
]
const ANY_SEPARATOR_PATTERN = /[,،;؛/]|\s[-–—]\s|\p{N}\s?[-.)ـ].*\p{N}\s?[-.)ـ]/u
const HEADED_LINE_PATTERN = /^([^\d٠-٩۰-۹:：,،;؛/+]{2,40}[:：]) +(.+)$/
const NUMBERED_PART_PATTERN = new RegExp(`^[(\\[]?${DIGIT_CLASS}{1,3}\\s?[-–.)\\]:ـ/]`, 'u')
const MAX_NAME_WORDS = 6
/** A line with at least this many names lists several guests, also where the names have no numbers. */
const MIN_LISTED_NAMES = 3
/** Matches parts that name no guest by themselves: titles, organisations, addresses, and relatives without a name. */
const NO_NAME_PATTERN = new RegExp(
  `^(?:(?:(?:${TITLE_WORDS}|dr|mr|mrs|ms|eng|prof|jr|sr)${WORD_END}[ ./]*)+|و?\\s?(?:${HOUSEHOLD_WORDS}|${RELATIVES_WORDS}|${ONE_COMPANION_WORDS}|${TWO_COMPANIONS_WORDS})${WORD_END}.*|(?:${ORGANISATION_WORDS}|${anyWordSource('يا|شارع|حي|عماره|مدينه|محافظه|هاتف|جوال|تلفون|موبايل|واتس|واتساب|رقم')})${WORD_END}.*)$`,
)
const LEADING_WAW_PATTERN = /^و ?(?=[ء-ي]{3})/
const WAW_NAME_PATTERN = new RegExp(`^${WAW_NAMES}${WORD_END}`)

/** Matches an occupation, which belongs to the name before it. */
const OCCUPATION_PATTERN = new RegExp(
  `^${anyWordSource('مدير|مديره|وزير|نايب|وكيل|وكيله|رييس|رييسه|عضو|مستشار|محافظ|سفير|استاذ|معلم|معلمه|عميد|قايد|امين عام|طبيب|طبيبه|مهندس')}${WORD_END} ?[a-zء-ي]`,
)
/** Returns whether a part has an unclosed bracket. Closing brackets alone are allowed: list numbers are written «1)». */
const hasOpenBracket = (part: string) => (part.match(/[([{]/g)?.length ?? 0) > (part.match(/[)\]}]/g)?.length ?? 0)

const isName = (name: string) =>
  !/\p{N}/u.test(name) && name.split(' ').length <= MAX_NAME_WORDS && !NO_NAME_PATTERN.test(normalizeSpelling(name).plain)

/** Returns a part without its leading «و»: «ويارا» after another name is «يارا». */
const removeLeadingWaw = (part: string, index: number) =>
  index > 0 && !WAW_NAME_PATTERN.test(normalizeSpelling(part).plain) ? part.replace(LEADING_WAW_PATTERN, '') : part

/** Returns whether a part is clearly a guest of its own: it has a telephone number, a number in the list, or a count. */
const isSeparateGuest = (part: string, { phoneWritten, places, doubts }: ParsedGuestLine) =>
  phoneWritten !== null || NUMBERED_PART_PATTERN.test(part) || (places > 1 && doubts.every(({ about }) => about === 'count'))

/**
 * Matches parts of a line that may have a number, a telephone number or a count. Saves time on the others: two names without any of these
 * are never two guests.
 */
const MAY_BE_SEPARATE =
  /[^ء-غف-ي a-z.'"؛;/\-–—]|و|مع|[ثت][نلم]|رب|خمس|ست|سبع|تسع|عشر|شخص|نفر|فرد|ضيف|كرسي|مقعد|مكان|كرت|دعوت|بطاق|and|with/i

/** Returns the parts of a text if each of them is a guest; undefined where the text names one guest or none. */
function findGuestsInText(text: string): string[] | undefined {
  let isNoGuest: boolean | undefined
  for (const separator of SEPARATOR_PATTERNS) {
    const parts = text.split(separator).filter(hasLetterOrDigit)
    if (parts.length < 2 || parts.some(hasOpenBracket)) continue
    if (parts.length < MIN_LISTED_NAMES && !parts.every(part => MAY_BE_SEPARATE.test(part))) continue
    isNoGuest ??= text.length <= MAX_GUEST_LINE_LENGTH && suspectNonGuest(text)?.how === 'sure'
    if (isNoGuest) return undefined
    if (parts.length > MAX_INVITATIONS_PER_CALL) return parts
    const isOccupation = (part = '') => OCCUPATION_PATTERN.test(normalizeSpelling(part.slice(0, MAX_GUEST_LINE_LENGTH)).plain)
    if (!isOccupation(parts[0]) && parts.some(isOccupation)) continue
    const read = readGuestLines(parts, phoneText => phoneText)
    const isGuest = ({ written, name, isOut, doubts }: ParsedGuestLine) =>
      !isOut && isName(name) && !NO_NAME_PATTERN.test(normalizeSpelling(written).plain) && !doubts.some(({ about }) => about === 'message')
    const guests = read.filter(isGuest)
    // A telephone number by itself belongs to the guest before it.
    if (guests.length < 2 || read.some(line => !isGuest(line) && line.why !== 'merged')) continue
    const isList = guests.length === parts.length && parts.length >= MIN_LISTED_NAMES
    if (isList || read.every((line, index) => line.why === 'merged' || isSeparateGuest(parts[index] ?? '', line)))
      return parts.map(removeLeadingWaw)
  }
  return undefined
}

/**
 * Splits a line that names several guests into one line for each; a heading before a colon becomes a line of its own. The stamp of a chat
 * remains in the first line. A line names several guests if it has three names or more with one kind of sign between them, or two or more
 * of which each has a telephone number, a count or a number in the list. Any other line is returned unchanged.
 */
export function splitGuests(line: string): string[] {
  if (line.includes('\t') || !ANY_SEPARATOR_PATTERN.test(line)) return [line]
  const cleanedLine = cleanLine(line)
  const stamp = chatStampOf(cleanedLine)
  const text = cleanedLine.slice(stamp.length)
  const [, heading, headed] = HEADED_LINE_PATTERN.exec(text) ?? []
  const guestsAfterHeading = headed === undefined ? undefined : findGuestsInText(headed)
  const [first, ...further] = guestsAfterHeading ? [heading ?? '', ...guestsAfterHeading] : (findGuestsInText(text) ?? [])
  return first === undefined ? [line] : [stamp + first, ...further]
}
