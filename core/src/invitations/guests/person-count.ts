import { collapseSpaces, type NormalizedLine, replaceInLine, sliceLine, writtenOf } from './spelling.ts'
import {
  ALONE_WORDS,
  anyOf,
  COMPANIONS,
  COURTESY,
  GROUP,
  GROUP_LATIN,
  HOUSEHOLD,
  HOUSEHOLD_LATIN,
  NUMBER_WORD,
  NUMBERED_NOUN,
  numberWordValue,
  ONE_COMPANION_WORDS,
  ONE_GUEST_LATIN,
  ONE_MORE_LATIN,
  ORGANISATION,
  PEOPLE,
  PEOPLE_LATIN,
  RELATIVES_WORDS,
  TWO_COMPANIONS_WORDS,
  TWO_PEOPLE,
  WAW_NAMES,
  WITH_WORDS,
  WORD_END,
  WORD_START,
} from './words.ts'

/** What a number beside a name counts: all persons, or only the guest's companions. */
export type NumberMeaning = 'all' | 'companions'

/** How many persons a line invites, and the rest of the line, which has the name. */
export type PersonCount = {
  name: string
  /** The number of persons, the guest included; 1 or more. */
  places: number
  /** The two readings of a number that may count all persons, or (`with`) only companions. */
  either?: { all: number; with: number }
  /** Whether the line invites several persons without their number. */
  isUncounted: boolean
}

const NUMBER_GROUP = `(\\d{1,3}(?!\\d)|${NUMBER_WORD}${WORD_END})`
const OPEN = '[(\\[{]?\\s*'
const CLOSE = '\\s*[)\\]}]?'
const PERSONS = anyOf('رجال|رجل|نساء|حريم|بنات|شباب|اطفال|طفل|كبار|صغار|اولاد')
const AND = `${WORD_START}(?:و\\s*|مع\\s+)`
const HOUSEHOLD_AND_COURTESY = `${HOUSEHOLD}${WORD_END}(?:\\s+${COURTESY}${WORD_END})*`
const COUNT = anyOf('العدد|عدد|عددهم|عددهن|عدد الاشخاص|عدد الافراد|الاشخاص')
const pattern = (source: string, flags = '') => new RegExp(source, flags)

/** Matches the spellings that become «وبنتها»: «+بنتها», «و حرمه», «هو وعائلته». */
const JOINED = pattern(
  `(?:\\s*\\+\\s*|${WORD_START}(?:هو|هي)\\s+و\\s*|${WORD_START}و\\s+)(?=(?:${ONE_COMPANION_WORDS}|${TWO_COMPANIONS_WORDS}|${HOUSEHOLD}|${RELATIVES_WORDS}|${NUMBER_WORD})${WORD_END})`,
)
const NOBODY_ELSE = pattern(`${OPEN}${WORD_START}${ALONE_WORDS}${WORD_END}${CLOSE}`)
const TIMES = pattern(`${OPEN}(?<![a-z\\dء-ي])(?:[x×✕*]\\s*${NUMBER_GROUP}|${NUMBER_GROUP}\\s*[x×✕*])${WORD_END}${CLOSE}`)
const COUNTED_WORDS = `(?:\\s*(?:من\\s+[a-zء-ي]+|${anyOf('بنات|اولاد|ابناء|اطفال|عيال|اخوات|اخوان|رجال|نساء|حريم')}|${RELATIVES_WORDS}|${COMPANIONS}|${PEOPLE}|${PEOPLE_LATIN}|${anyOf('معه|معها|معاه|معاها|معهم')})${WORD_END})?`
const PLUS = pattern(`${OPEN}(?:\\+\\s*${NUMBER_GROUP}|(?<![a-z\\dء-ي])${NUMBER_GROUP}\\s*\\+(?!\\s*[a-z\\dء-ي]))${COUNTED_WORDS}${CLOSE}`)
/** Matches two counts that are added: «٣ رجال و٢ نساء». */
const SUM_OF_COUNTS = pattern(
  `${OPEN}${WORD_START}${NUMBER_GROUP}\\s*${PERSONS}${WORD_END}\\s*[و+،,-]\\s*${NUMBER_GROUP}\\s*${PERSONS}${WORD_END}${CLOSE}`,
)
const AND_MORE = pattern(`${OPEN}${WORD_START}و\\s*${NUMBER_GROUP}${WORD_END}${COUNTED_WORDS}${CLOSE}`)
const WITH_MORE = pattern(`${OPEN}${WORD_START}و?${WITH_WORDS}\\s*${NUMBER_GROUP}${WORD_END}${COUNTED_WORDS}${CLOSE}`)
const COMPANION_COUNT = pattern(
  `${OPEN}${WORD_START}(?:مع\\s+|و)?(?:${NUMBER_GROUP}\\s*${COMPANIONS}|(?:عدد\\s*)?(?:ال)?${COMPANIONS}\\s*[:=]?\\s*${NUMBER_GROUP})${WORD_END}${CLOSE}`,
)
const HOUSEHOLD_COUNT = pattern(`(${AND}${HOUSEHOLD_AND_COURTESY})\\s*[:=(\\-–]*\\s*${NUMBER_GROUP}(?:\\s*${PEOPLE})?${WORD_END}${CLOSE}`)
const MEMBER_COUNT = pattern(`(${AND}${RELATIVES_WORDS}${WORD_END})\\s*[:=(\\-–]*\\s*${NUMBER_GROUP}(?:\\s*${PEOPLE})?${WORD_END}${CLOSE}`)
/** Matches relatives with a number word: «وأولاده الثلاثة». */
const THE_MEMBERS = pattern(`(${AND}${RELATIVES_WORDS}${WORD_END})\\s+ال(${NUMBER_WORD})${WORD_END}`)
/** Matches the beginning of «هو وعياله 5», whose number includes the guest. */
const AND_GUEST = pattern(`${WORD_START}(?:هو|هي)\\s+و`)
const PLUS_ALONE = /(?<=[ء-ي])\s*\+\s*$/
const WORD_LAST = pattern(`^(.*[a-zء-ي]{2})\\s+(${NUMBER_WORD})$`)
/** Matches words after which a number word is part of the name: «أبو أربعة», «ضيف ثلاثة». */
const NAMED_BY_WORD = pattern(`${WORD_START}(?:${anyOf('ابو|ام|بو|ذو|ذات|صاحب|بن|ابن')}|${NUMBERED_NOUN})$`)
/** Number words that are not read as a count at the end of a line, because they are also names or ordinary words: «ست» is «lady», too. */
const AMBIGUOUS_NUMBER_WORDS = new Set(['واحد', 'واحده', 'ست', 'عشر'])
/** Matches a second part of a line that describes the first guest: a by-name or an organisation. */
const DESCRIBES = pattern(`^\\s*(?:${anyOf('ابو|ام|بو')}|${ORGANISATION})${WORD_END}`)
const LATIN_AND = '(?:\\+|&|\\band\\b|\\bwith\\b)\\s*(?:a |an |his |her |the |one |1 )?'
const GUEST_LATIN = pattern(`\\s*${LATIN_AND}${ONE_GUEST_LATIN}$`)
const ONE_LATIN = pattern(`\\s${LATIN_AND}${ONE_MORE_LATIN}$`)
const SOME_LATIN = pattern(`\\s${LATIN_AND}${HOUSEHOLD_LATIN}$|^(?:${GROUP_LATIN})$`)
const COUPLE = pattern(`${WORD_START}(?:السيد\\s+و\\s?السيده|mr\\.? ?(?:&|and|\\+) ?mrs)${WORD_END}`)
const PEOPLE_COUNT = pattern(
  `${OPEN}${WORD_START}(?:${COUNT}\\s*[:=]?\\s*|لـ?\\s*)?${NUMBER_GROUP}\\s*(?:${PEOPLE}|${PEOPLE_LATIN})${WORD_END}(?:\\s*${anyOf('فقط|كبار')}${WORD_END})?${CLOSE}`,
)
const PEOPLE_THEN = pattern(
  `${OPEN}${WORD_START}(?:${anyOf('اشخاص|شخص|نفر|انفار|افراد|فرد')}|${COUNT})\\s*[:=]?\\s*${NUMBER_GROUP}${WORD_END}${CLOSE}`,
)
/** Matches a number word in brackets: «(ستة)». */
const WORD_IN_BRACKETS = pattern(`[([{]\\s*(${NUMBER_WORD})\\s*[)\\]}]`)
const PEOPLE_TWO = pattern(`${OPEN}${WORD_START}(?:لـ?)?${TWO_PEOPLE}${WORD_END}(?:\\s*${anyOf('فقط')}${WORD_END})?${CLOSE}`)
const PERSON_ONE = pattern(`${OPEN}${WORD_START}${anyOf('شخص|نفر|فرد')}${WORD_END}${CLOSE}$`)
const FOR_COUNT = pattern(`${OPEN}${WORD_START}لـ?\\s*(\\d{1,3})${WORD_END}${CLOSE}$`)
const NAMED_COMPANION = pattern(`${AND}${ONE_COMPANION_WORDS}${WORD_END}`, 'g')
const TWO_COMPANIONS = pattern(`${AND}${TWO_COMPANIONS_WORDS}${WORD_END}`, 'g')
const UNCOUNTED_COMPANIONS = pattern(`${AND}(?:${HOUSEHOLD}|${RELATIVES_WORDS})${WORD_END}`)
const HEAD_GROUP = pattern(`^(?:.*[:\\-–—]\\s*)?${GROUP}${WORD_END}\\s*\\S`)
const BARE_LAST = pattern(`^(.*[a-zء-ي].*?)(?:[\\s,،؛;|:=/([{\\-–—…]|\\.(?=\\.)|(?<=[.\\s])\\.)+(\\d{1,3})\\s*[)\\]}]?$`)
const ENDS_IN_NUMBER = /\d\s*[)\]}]?$/
const BARE_FIRST = pattern(`^(\\d{1,2})\\s+(?=[a-zء-ي])`)
/** Matches words after which a number belongs to the name: «طاولة 5», «أبو 4». */
const OWNS_NEXT_NUMBER = pattern(`(?:^${anyOf('ابو|ام|بو')}|${WORD_START}${NUMBERED_NOUN}${WORD_END})[\\s:.#(]*$`)
const ORGANISED = pattern(`^${ORGANISATION}${WORD_END}`)
const AND_NAME = pattern(`\\sو\\s?(?!ال)(?:ام|[a-zء-ي]{3,})${WORD_END}`, 'g')
const WAW_NAME = pattern(`^\\s${WAW_NAMES}$`)
/** Matches the signs between several names of a line. */
const NAME_SEPARATOR = /[,،&]/
const HAS_NAME = /[a-zء-ي]{2}|[a-zء-ي] |[a-zء-ي]$/
const HAS_NUMBER = pattern(`\\d|${NUMBER_WORD}${WORD_END}`)
const HAS_OTHERS = pattern(`(?:^|[^a-zء-ي])(?:و|مع )`)
const BRACKETS = /[([{]\s*[)\]}]/

/** The largest number beside a name that may be a count. A larger one is a year, or belongs to the name. */
const MAX_COUNT_BESIDE_NAME = 60

/** Returns the number at the end of a line, and the text before it. Undefined where the number belongs to the name. */
export function bareNumber(plain: string): { stem: string; number: number } | undefined {
  const found = ENDS_IN_NUMBER.test(plain) ? BARE_LAST.exec(plain) : null
  if (!found?.[1] || OWNS_NEXT_NUMBER.test(found[1])) return undefined
  const number = Number(found[2])
  return number <= MAX_COUNT_BESIDE_NAME ? { stem: found[1], number } : undefined
}

const numberOf = (word: string) => numberWordValue(word) ?? Number(word)

/** Returns whether «و» joins a second name, as in «أحمد ومنى». */
const hasSecondName = (plain: string) => !ORGANISED.test(plain) && [...plain.matchAll(AND_NAME)].some(([word]) => !WAW_NAME.test(word))

/** Returns a line and the function `take`, which removes one count from the line at each call. */
function countReader(given: NormalizedLine) {
  let line = given
  return {
    line: () => line,
    /**
     * Removes the match of `found` from the line, except its first group where `keeps`. Returns the first (with `keeps`: second) group that
     * matched, or undefined where nothing matched or no name would remain.
     */
    take(found: RegExp, keeps = false): string | undefined {
      const match = found.exec(line.plain)
      if (!match) return undefined
      const end = match.index + match[0].length
      const removalStart = keeps ? match.index + (match[1]?.length ?? 0) : match.index
      if (!HAS_NAME.test(line.plain.slice(0, removalStart) + line.plain.slice(end))) return undefined
      line = replaceInLine(line, removalStart, end, ' ')
      return match.slice(keeps ? 2 : 1).find(group => group !== undefined) ?? ''
    },
  }
}

type ReadOptions = { counting?: NumberMeaning | undefined; isNamed?: boolean }

/**
 * Parses how many persons a line invites. The line has no telephone numbers and no number in the list. `counting`: what bare numbers at the
 * ends of lines count, where the list shows it; `isNamed`: whether the number at the end of this line belongs to its name.
 */
export function readPersonCount(given: NormalizedLine, { counting, isNamed = false }: ReadOptions = {}): PersonCount {
  let joined = given
  for (let match = JOINED.exec(joined.plain); match; match = JOINED.exec(joined.plain))
    joined = replaceInLine(joined, match.index, match.index + match[0].length, ' و')

  const reading = countReader(collapseSpaces(joined))
  const { take } = reading
  const plain = () => reading.line().plain
  let all: number | undefined
  let either: PersonCount['either']
  let plus = 0
  const count = (found: RegExp, keeps = false) => {
    const word = take(found, keeps)
    return word === undefined ? undefined : numberOf(word)
  }

  if (take(NOBODY_ELSE) !== undefined) all = 1
  const isOpen = take(PLUS_ALONE) !== undefined
  if (take(GUEST_LATIN) !== undefined) plus += 1
  if (HAS_NUMBER.test(plain())) {
    all ??= count(TIMES)
    const [both, some, others] = SUM_OF_COUNTS.exec(plain()) ?? []
    if (both && take(SUM_OF_COUNTS) !== undefined) {
      const sum = numberOf(some ?? '') + numberOf(others ?? '')
      either = { all: sum, with: sum + 1 }
    }
    const sum = PLUS.exec(plain())
    if (sum && !OWNS_NEXT_NUMBER.test(plain().slice(0, sum.index))) plus += count(PLUS) ?? 0
    all ??= count(HOUSEHOLD_COUNT, true)
    plus += count(COMPANION_COUNT) ?? count(WITH_MORE) ?? 0
    const members = count(MEMBER_COUNT, true)
    if (members !== undefined && AND_GUEST.test(given.plain)) all ??= members
    else if (members !== undefined) either = { all: members, with: members + 1 }
    plus += count(THE_MEMBERS, true) ?? 0
    plus += count(AND_MORE) ?? 0
    all ??= count(PEOPLE_COUNT) ?? count(PEOPLE_THEN) ?? count(FOR_COUNT) ?? count(WORD_IN_BRACKETS)
  }
  if (all === undefined && take(PEOPLE_TWO) !== undefined) all = 2
  if (all === undefined && take(PERSON_ONE) !== undefined) all = 1
  while (take(BRACKETS) !== undefined);
  let rest = collapseSpaces(reading.line())

  const isGroup = HEAD_GROUP.test(rest.plain) || SOME_LATIN.test(bareNumber(rest.plain)?.stem ?? rest.plain)
  if (all === undefined && plus === 0 && !either && !isNamed) {
    const last = bareNumber(rest.plain)
    const first = last ? null : BARE_FIRST.exec(rest.plain)
    const number = last?.number ?? (first ? Number(first[1]) : undefined)
    if (last) rest = sliceLine(rest, 0, last.stem.length)
    if (first) rest = sliceLine(rest, first[0].length)
    if (number !== undefined && last && (counting !== undefined || isGroup)) all = counting === 'companions' ? number + 1 : number
    else if (number !== undefined) either = { all: Math.max(1, number), with: number + 1 }
    const [, stem, word] = WORD_LAST.exec(rest.plain) ?? []
    const wordNumber = word && !AMBIGUOUS_NUMBER_WORDS.has(word) && !NAMED_BY_WORD.test(stem ?? '') ? numberWordValue(word) : undefined
    if (number === undefined && stem !== undefined && wordNumber !== undefined) {
      rest = sliceLine(rest, 0, stem.length)
      either = { all: wordNumber, with: wordNumber + 1 }
    }
  }

  const others = HAS_OTHERS.test(rest.plain)
  const coupleExtra = COUPLE.test(rest.plain) ? 1 : 0
  const related = coupleExtra + (ONE_LATIN.test(rest.plain) ? 1 : 0)
  const namedCompanions =
    related + (others ? (rest.plain.match(NAMED_COMPANION)?.length ?? 0) + 2 * (rest.plain.match(TWO_COMPANIONS)?.length ?? 0) : 0)
  const [first = '', ...further] = rest.plain
    .replace(COUPLE, '')
    .split(NAME_SEPARATOR)
    .filter(name => HAS_NAME.test(name))
  const isDescribed = further.length === 1 && DESCRIBES.test(further[0] ?? '') && !DESCRIBES.test(first)
  const names = isDescribed ? 1 : 1 + further.length
  const hasUncountedCompanions =
    further.length > 0 || (others && (UNCOUNTED_COMPANIONS.test(rest.plain) || (namedCompanions === 0 && hasSecondName(rest.plain))))
  const isUncounted = all === undefined && !either && (isGroup || isOpen || (plus === 0 && hasUncountedCompanions) || names > 1)
  const fewest = isUncounted && plus === 0 && !isDescribed ? 2 : 1
  const places = all !== undefined ? all + plus : (either?.all ?? Math.max(fewest, names + namedCompanions + plus))
  return { name: writtenOf(rest), places: Math.max(1, places), isUncounted, ...(either && { either }) }
}
