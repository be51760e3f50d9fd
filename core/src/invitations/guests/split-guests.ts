import { cleanLine, hasWords } from '../../arabic.ts'
import { MAX_AT_ONCE } from '../contract.ts'
import { stampOf } from './chat.ts'
import { MAX_GUEST_LINE } from './draft.ts'
import { noGuestIn } from './no-guest.ts'
import { type ReadLine, readGuestLines } from './read-lines.ts'
import { spell } from './spelling.ts'
import { anyOf, DIGIT, END, HOUSEHOLD, MEMBERS, ONE_MORE, ORGANISATION, TITLE, TWO_MORE, WAW_NAMES } from './words.ts'

/** Separators between the guests of a line: a sign, or the list number of the next guest. A line is split at one kind only. */
const SEPARATORS = [/\s*[,،]\s*/, /\s*[;؛]\s*/, /\s*\/\s*/, /\s[-–—]\s/, new RegExp(`\\s+(?=${DIGIT}{1,3}\\s?[-.)ـ]\\s?\\p{L})`, 'u')]
const HAS_SEPARATOR = /[,،;؛/]|\s[-–—]\s|\p{N}\s?[-.)ـ].*\p{N}\s?[-.)ـ]/u
const HEADED = /^([^\d٠-٩۰-۹:：,،;؛/+]{2,40}[:：]) +(.+)$/
const NUMBERED = new RegExp(`^[(\\[]?${DIGIT}{1,3}\\s?[-–.)\\]:ـ/]`, 'u')
const MOST_WORDS = 6
/** The fewest names in a line that show, without numbers, that it lists guests. */
const FEWEST_NAMES = 3
/** Matches parts that name no guest by themselves: titles, organisations, addresses, and relatives without a name. */
const NO_NAME = new RegExp(
  `^(?:(?:(?:${TITLE}|dr|mr|mrs|ms|eng|prof|jr|sr)${END}[ ./]*)+|و?\\s?(?:${HOUSEHOLD}|${MEMBERS}|${ONE_MORE}|${TWO_MORE})${END}.*|(?:${ORGANISATION}|${anyOf('يا|شارع|حي|عماره|مدينه|محافظه|هاتف|جوال|تلفون|موبايل|واتس|واتساب|رقم')})${END}.*)$`,
)
const WAW = /^و ?(?=[ء-ي]{3})/
const WAW_NAME = new RegExp(`^${WAW_NAMES}${END}`)

/** Matches an occupation; it describes the name before it. */
const OCCUPATION = new RegExp(
  `^${anyOf('مدير|مديره|وزير|نايب|وكيل|وكيله|رييس|رييسه|عضو|مستشار|محافظ|سفير|استاذ|معلم|معلمه|عميد|قايد|امين عام|طبيب|طبيبه|مهندس')}${END} ?[a-zء-ي]`,
)
/** Returns whether a part has an unclosed bracket. Closing brackets alone are allowed: list numbers are written «1)». */
const hasOpenBracket = (part: string) => (part.match(/[([{]/g)?.length ?? 0) > (part.match(/[)\]}]/g)?.length ?? 0)

const isName = (name: string) => !/\p{N}/u.test(name) && name.split(' ').length <= MOST_WORDS && !NO_NAME.test(spell(name).plain)

/** Returns a part without its leading «و»: «ويارا» after another name is «يارا». */
const withoutAnd = (part: string, index: number) => (index > 0 && !WAW_NAME.test(spell(part).plain) ? part.replace(WAW, '') : part)

/** Returns whether a part is evidently a line of its own: it has a telephone number, a number in the list, or a count. */
const standsAlone = (part: string, { phoneWritten, places, doubts }: ReadLine) =>
  phoneWritten !== null || NUMBERED.test(part) || (places > 1 && doubts.length === 0)

/** Returns the parts of a text if each of them is a guest; undefined where the text names one guest or none. */
function partsOf(text: string): string[] | undefined {
  if (text.length <= MAX_GUEST_LINE && noGuestIn(text)?.how === 'sure') return undefined
  for (const separator of SEPARATORS) {
    const parts = text.split(separator).filter(hasWords)
    if (parts.length < 2 || parts.some(hasOpenBracket)) continue
    if (parts.length > MAX_AT_ONCE) return parts
    const isOccupation = (part = '') => OCCUPATION.test(spell(part.slice(0, MAX_GUEST_LINE)).plain)
    if (!isOccupation(parts[0]) && parts.some(isOccupation)) continue
    const read = readGuestLines(parts, phoneText => phoneText)
    const isGuest = ({ written, name, isOut, doubts }: ReadLine) =>
      !isOut && isName(name) && !NO_NAME.test(spell(written).plain) && !doubts.some(({ about }) => about === 'message')
    const guests = read.filter(isGuest)
    // A telephone number by itself belongs to the guest before it.
    if (guests.length < 2 || read.some(line => !isGuest(line) && line.why !== 'merged')) continue
    const isList = guests.length === parts.length && parts.length >= FEWEST_NAMES
    if (isList || read.every((line, index) => line.why === 'merged' || standsAlone(parts[index] ?? '', line))) return parts.map(withoutAnd)
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
  const guestsAfterHeading = headed === undefined ? undefined : partsOf(headed)
  const [first, ...further] = guestsAfterHeading ? [heading ?? '', ...guestsAfterHeading] : (partsOf(text) ?? [])
  return first === undefined ? [line] : [stamp + first, ...further]
}
