import { collapseSpaces, type NormalizedLine, originalTextOf, replaceInLine, sliceLine } from './normalized-line.ts'
import {
  ALONE_WORDS,
  anyWordSource,
  COMPANION_WORDS,
  COURTESY_WORDS,
  GROUP_WORDS,
  HOUSEHOLD_WORDS,
  LATIN_GROUP_WORDS,
  LATIN_HOUSEHOLD_WORDS,
  LATIN_ONE_COMPANION_WORDS,
  LATIN_ONE_GUEST_WORDS,
  LATIN_PEOPLE_WORDS,
  NUMBER_WORD_SOURCE,
  NUMBERED_NOUNS,
  numberWordValue,
  ONE_COMPANION_WORDS,
  ORGANISATION_WORDS,
  PEOPLE_WORDS,
  RELATIVES_WORDS,
  TWO_COMPANIONS_WORDS,
  TWO_PEOPLE_WORDS,
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

const NUMBER_GROUP_SOURCE = `(\\d{1,3}(?!\\d)|${NUMBER_WORD_SOURCE}${WORD_END})`
const OPENING_BRACKET_SOURCE = '[(\\[{]?\\s*'
const CLOSING_BRACKET_SOURCE = '\\s*[)\\]}]?'
const PERSONS_SOURCE = anyWordSource('رجال|رجل|نساء|حريم|بنات|شباب|اطفال|طفل|كبار|صغار|اولاد')
const AND_SOURCE = `${WORD_START}(?:و\\s*|مع\\s+)`
const HOUSEHOLD_AND_COURTESY_SOURCE = `${HOUSEHOLD_WORDS}${WORD_END}(?:\\s+${COURTESY_WORDS}${WORD_END})*`
const COUNT_LABEL_SOURCE = anyWordSource('العدد|عدد|عددهم|عددهن|عدد الاشخاص|عدد الافراد|الاشخاص')
const toRegExp = (source: string, flags = '') => new RegExp(source, flags)

/** Matches what connects a guest with a companion: the «+» of «+بنتها», the «و » of «و حرمه», the «هو و» of «هو وعائلته». */
const JOINED_COMPANION_PATTERN = toRegExp(
  `(?:\\s*\\+\\s*|${WORD_START}(?:هو|هي)\\s+و\\s*|${WORD_START}و\\s+)(?=(?:${ONE_COMPANION_WORDS}|${TWO_COMPANIONS_WORDS}|${HOUSEHOLD_WORDS}|${RELATIVES_WORDS}|${NUMBER_WORD_SOURCE})${WORD_END})`,
)
const NOBODY_ELSE_PATTERN = toRegExp(`${OPENING_BRACKET_SOURCE}${WORD_START}${ALONE_WORDS}${WORD_END}${CLOSING_BRACKET_SOURCE}`)
const TIMES_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}(?:(?:(?<![a-z\\dء-ي])x|(?<!\\d)[×✕*])\\s*${NUMBER_GROUP_SOURCE}|(?<![a-z\\dء-ي])${NUMBER_GROUP_SOURCE}\\s*[x×✕*])${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
const COUNTED_WORDS_SOURCE = `(?:\\s*(?:من\\s+[a-zء-ي]+|${anyWordSource('بنات|اولاد|ابناء|اطفال|عيال|اخوات|اخوان|رجال|نساء|حريم')}|${RELATIVES_WORDS}|${COMPANION_WORDS}|${PEOPLE_WORDS}|${LATIN_PEOPLE_WORDS}|${anyWordSource('معه|معها|معاه|معاها|معهم')})${WORD_END})?`
const PLUS_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}(?:\\+\\s*${NUMBER_GROUP_SOURCE}|(?<![a-z\\dء-ي])${NUMBER_GROUP_SOURCE}\\s*\\+(?!\\s*[a-z\\dء-ي]))${COUNTED_WORDS_SOURCE}${CLOSING_BRACKET_SOURCE}`,
)
/** Matches two counts that are added: «٣ رجال و٢ نساء». */
const SUM_OF_COUNTS_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}${NUMBER_GROUP_SOURCE}\\s*${PERSONS_SOURCE}${WORD_END}\\s*[و+،,-]\\s*${NUMBER_GROUP_SOURCE}\\s*${PERSONS_SOURCE}${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
const AND_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}و\\s*${NUMBER_GROUP_SOURCE}${WORD_END}${COUNTED_WORDS_SOURCE}${CLOSING_BRACKET_SOURCE}`,
)
const WITH_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}و?${WITH_WORDS}\\s*${NUMBER_GROUP_SOURCE}${WORD_END}${COUNTED_WORDS_SOURCE}${CLOSING_BRACKET_SOURCE}`,
)
const COMPANION_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}(?:مع\\s+|و)?(?:${NUMBER_GROUP_SOURCE}\\s*${COMPANION_WORDS}|(?:عدد\\s*)?(?:ال)?${COMPANION_WORDS}\\s*[:=]?\\s*${NUMBER_GROUP_SOURCE})${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
const HOUSEHOLD_COUNT_PATTERN = toRegExp(
  `(${AND_SOURCE}${HOUSEHOLD_AND_COURTESY_SOURCE})\\s*[:=(\\-–]*\\s*${NUMBER_GROUP_SOURCE}(?:\\s*${PEOPLE_WORDS})?${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
const RELATIVES_COUNT_PATTERN = toRegExp(
  `(${AND_SOURCE}${RELATIVES_WORDS}${WORD_END})\\s*[:=(\\-–]*\\s*${NUMBER_GROUP_SOURCE}(?:\\s*${PEOPLE_WORDS})?${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
/** Matches relatives with a number word: «وأولاده الثلاثة». */
const RELATIVES_NUMBER_WORD_PATTERN = toRegExp(`(${AND_SOURCE}${RELATIVES_WORDS}${WORD_END})\\s+ال(${NUMBER_WORD_SOURCE})${WORD_END}`)
/** Matches the beginning of «هو وعياله 5», whose number includes the guest. */
const GUEST_INCLUDED_PATTERN = toRegExp(`${WORD_START}(?:هو|هي)\\s+و`)
const PLUS_ALONE_PATTERN = /(?<=[ء-ي])\s*\+\s*$/
const NUMBER_WORD_LAST_PATTERN = toRegExp(`^(.*[a-zء-ي]{2})\\s+(${NUMBER_WORD_SOURCE})$`)
/** Matches words after which a number word is part of the name: «أبو أربعة», «ضيف ثلاثة». */
const NAMED_BY_NUMBER_WORD_PATTERN = toRegExp(`${WORD_START}(?:${anyWordSource('ابو|ام|بو|ذو|ذات|صاحب|بن|ابن')}|${NUMBERED_NOUNS})$`)
/** Number words that are not read as a count at the end of a line, because they are also names or ordinary words: «ست» is «lady», too. */
const AMBIGUOUS_NUMBER_WORDS = new Set(['واحد', 'واحده', 'ست', 'عشر'])
/** Matches a second part of a line that describes the first guest: a by-name or an organisation. */
const DESCRIPTION_PATTERN = toRegExp(`^\\s*(?:${anyWordSource('ابو|ام|بو')}|${ORGANISATION_WORDS})${WORD_END}`)
const LATIN_AND_SOURCE = '(?:\\+|&|\\band\\b|\\bwith\\b)\\s*(?:a |an |his |her |the |one |1 )?'
const LATIN_PLUS_GUEST_PATTERN = toRegExp(`\\s*${LATIN_AND_SOURCE}${LATIN_ONE_GUEST_WORDS}$`)
const LATIN_PLUS_ONE_PATTERN = toRegExp(`\\s${LATIN_AND_SOURCE}${LATIN_ONE_COMPANION_WORDS}$`)
const LATIN_GROUP_PATTERN = toRegExp(`\\s${LATIN_AND_SOURCE}${LATIN_HOUSEHOLD_WORDS}$|^(?:${LATIN_GROUP_WORDS})$`)
const COUPLE_PATTERN = toRegExp(`${WORD_START}(?:السيد\\s+و\\s?السيده|mr\\.? ?(?:&|and|\\+) ?mrs)${WORD_END}`)
const PEOPLE_COUNT_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}(?:${COUNT_LABEL_SOURCE}\\s*[:=]?\\s*|لـ?\\s*)?${NUMBER_GROUP_SOURCE}\\s*(?:${PEOPLE_WORDS}|${LATIN_PEOPLE_WORDS})${WORD_END}(?:\\s*${anyWordSource('فقط|كبار')}${WORD_END})?${CLOSING_BRACKET_SOURCE}`,
)
const PEOPLE_THEN_NUMBER_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}(?:${anyWordSource('اشخاص|شخص|نفر|انفار|افراد|فرد')}|${COUNT_LABEL_SOURCE})\\s*[:=]?\\s*${NUMBER_GROUP_SOURCE}${WORD_END}${CLOSING_BRACKET_SOURCE}`,
)
/** Matches a number word in brackets: «(ستة)». */
const NUMBER_WORD_IN_BRACKETS_PATTERN = toRegExp(`[([{]\\s*(${NUMBER_WORD_SOURCE})\\s*[)\\]}]`)
const TWO_PEOPLE_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}(?:لـ?)?${TWO_PEOPLE_WORDS}${WORD_END}(?:\\s*${anyWordSource('فقط')}${WORD_END})?${CLOSING_BRACKET_SOURCE}`,
)
const ONE_PERSON_PATTERN = toRegExp(
  `${OPENING_BRACKET_SOURCE}${WORD_START}${anyWordSource('شخص|نفر|فرد')}${WORD_END}${CLOSING_BRACKET_SOURCE}$`,
)
const FOR_NUMBER_PATTERN = toRegExp(`${OPENING_BRACKET_SOURCE}${WORD_START}لـ?\\s*(\\d{1,3})${WORD_END}${CLOSING_BRACKET_SOURCE}$`)
const NAMED_COMPANION_PATTERN = toRegExp(`${AND_SOURCE}${ONE_COMPANION_WORDS}${WORD_END}`, 'g')
const TWO_COMPANIONS_PATTERN = toRegExp(`${AND_SOURCE}${TWO_COMPANIONS_WORDS}${WORD_END}`, 'g')
const UNCOUNTED_COMPANIONS_PATTERN = toRegExp(`${AND_SOURCE}(?:${HOUSEHOLD_WORDS}|${RELATIVES_WORDS})${WORD_END}`)
const LEADING_GROUP_PATTERN = toRegExp(`^(?:.*[:\\-–—]\\s*)?${GROUP_WORDS}${WORD_END}\\s*\\S`)
const BARE_NUMBER_LAST_PATTERN = toRegExp(`^(.*[a-zء-ي].*?)(?:[\\s,،؛;|:=/([{\\-–—…]|\\.(?=\\.)|(?<=[.\\s])\\.)+(\\d{1,3})\\s*[)\\]}]?$`)
const ENDS_IN_NUMBER_PATTERN = /\d\s*[)\]}]?$/
const BARE_NUMBER_FIRST_PATTERN = toRegExp(`^(\\d{1,2})\\s+(?=[a-zء-ي])`)
/** Matches words after which a number belongs to the name: «طاولة 5», «أبو 4». */
const NUMBERED_NAME_PATTERN = toRegExp(`(?:^${anyWordSource('ابو|ام|بو')}|${WORD_START}${NUMBERED_NOUNS}${WORD_END})[\\s:.#(]*$`)
const LEADING_ORGANISATION_PATTERN = toRegExp(`^${ORGANISATION_WORDS}${WORD_END}`)
const AND_NAME_PATTERN = toRegExp(`\\sو\\s?(?!ال)(?:ام|[a-zء-ي]{3,})${WORD_END}`, 'g')
const WAW_NAME_PATTERN = toRegExp(`^\\s${WAW_NAMES}$`)
/** Matches the signs between several names of a line. */
const NAME_SEPARATOR_PATTERN = /[,،&]|(?<=[ء-ي]{2}\s?)\+(?=\s?[ء-ي]{2})/
const NAME_PATTERN = /[a-zء-ي]{2}|[a-zء-ي] |[a-zء-ي]$/
const NUMBER_PATTERN = toRegExp(`\\d|${NUMBER_WORD_SOURCE}${WORD_END}`)
const AND_OR_WITH_PATTERN = toRegExp(`(?:^|[^a-zء-ي])(?:و|مع )`)
const EMPTY_BRACKETS_PATTERN = /[([{]\s*[)\]}]/

/** The largest number beside a name that may be a count. A larger one is a year, or belongs to the name. */
const MAX_COUNT_BESIDE_NAME = 60

/** Returns the number at the end of a line, and the text before it. Undefined where there is none or it belongs to the name. */
export function findTrailingNumber(plain: string): { stem: string; number: number } | undefined {
  const found = ENDS_IN_NUMBER_PATTERN.test(plain) ? BARE_NUMBER_LAST_PATTERN.exec(plain) : null
  if (!found?.[1] || NUMBERED_NAME_PATTERN.test(found[1])) return undefined
  const number = Number(found[2])
  return number <= MAX_COUNT_BESIDE_NAME ? { stem: found[1], number } : undefined
}

const numberOfWord = (word: string) => numberWordValue(word) ?? Number(word)

/** Returns whether «و» joins a second name, as in «أحمد ومنى». */
const hasSecondName = (plain: string) =>
  !LEADING_ORGANISATION_PATTERN.test(plain) && [...plain.matchAll(AND_NAME_PATTERN)].some(([word]) => !WAW_NAME_PATTERN.test(word))

/** Returns a line and the function `take`, which removes one count from the line at each call. */
function createCountReader(given: NormalizedLine) {
  let line = given
  return {
    line: () => line,
    /** Removes a match, except its first group where `keeps`. Returns its count; undefined without one or where no name would remain. */
    take(found: RegExp, keeps = false): string | undefined {
      const match = found.exec(line.plain)
      if (!match) return undefined
      const end = match.index + match[0].length
      const removalStart = keeps ? match.index + (match[1]?.length ?? 0) : match.index
      if (!NAME_PATTERN.test(line.plain.slice(0, removalStart) + line.plain.slice(end))) return undefined
      line = replaceInLine(line, removalStart, end, ' ')
      return match.slice(keeps ? 2 : 1).find(group => group !== undefined) ?? ''
    },
  }
}

type PersonCountOptions = { counting?: NumberMeaning | undefined; isNamed?: boolean }

/**
 * Parses how many persons a line invites. The line has no telephone numbers and no number in the list. `counting`: what bare numbers at the
 * ends of lines count, where the list shows it; `isNamed`: whether the number at the end of this line belongs to its name.
 */
export function readPersonCount(given: NormalizedLine, { counting, isNamed = false }: PersonCountOptions = {}): PersonCount {
  let joined = given
  for (let match = JOINED_COMPANION_PATTERN.exec(joined.plain); match; match = JOINED_COMPANION_PATTERN.exec(joined.plain))
    joined = replaceInLine(joined, match.index, match.index + match[0].length, ' و')

  const reading = createCountReader(collapseSpaces(joined))
  const { take } = reading
  const plainText = () => reading.line().plain
  let all: number | undefined
  let either: PersonCount['either']
  let plus = 0
  const takeCount = (found: RegExp, keeps = false) => {
    const word = take(found, keeps)
    return word === undefined ? undefined : numberOfWord(word)
  }

  if (take(NOBODY_ELSE_PATTERN) !== undefined) all = 1
  const isOpen = take(PLUS_ALONE_PATTERN) !== undefined
  if (take(LATIN_PLUS_GUEST_PATTERN) !== undefined) plus += 1
  if (NUMBER_PATTERN.test(plainText())) {
    all ??= takeCount(TIMES_COUNT_PATTERN)
    const [both, some, others] = SUM_OF_COUNTS_PATTERN.exec(plainText()) ?? []
    if (both && take(SUM_OF_COUNTS_PATTERN) !== undefined) {
      const sum = numberOfWord(some ?? '') + numberOfWord(others ?? '')
      either = { all: sum, with: sum + 1 }
    }
    const sum = PLUS_COUNT_PATTERN.exec(plainText())
    if (sum && !NUMBERED_NAME_PATTERN.test(plainText().slice(0, sum.index))) plus += takeCount(PLUS_COUNT_PATTERN) ?? 0
    all ??= takeCount(HOUSEHOLD_COUNT_PATTERN, true)
    plus += takeCount(COMPANION_COUNT_PATTERN) ?? takeCount(WITH_COUNT_PATTERN) ?? 0
    const members = takeCount(RELATIVES_COUNT_PATTERN, true)
    if (members !== undefined && GUEST_INCLUDED_PATTERN.test(given.plain)) all ??= members
    else if (members !== undefined) either = { all: members, with: members + 1 }
    plus += takeCount(RELATIVES_NUMBER_WORD_PATTERN, true) ?? 0
    plus += takeCount(AND_COUNT_PATTERN) ?? 0
    all ??=
      takeCount(PEOPLE_COUNT_PATTERN) ??
      takeCount(PEOPLE_THEN_NUMBER_PATTERN) ??
      takeCount(FOR_NUMBER_PATTERN) ??
      takeCount(NUMBER_WORD_IN_BRACKETS_PATTERN)
  }
  if (all === undefined && take(TWO_PEOPLE_PATTERN) !== undefined) all = 2
  if (all === undefined && take(ONE_PERSON_PATTERN) !== undefined) all = 1
  while (take(EMPTY_BRACKETS_PATTERN) !== undefined);
  let rest = collapseSpaces(reading.line())

  const isGroup = LEADING_GROUP_PATTERN.test(rest.plain) || LATIN_GROUP_PATTERN.test(findTrailingNumber(rest.plain)?.stem ?? rest.plain)
  if (all === undefined && plus === 0 && !either && !isNamed) {
    const last = findTrailingNumber(rest.plain)
    const first = last ? null : BARE_NUMBER_FIRST_PATTERN.exec(rest.plain)
    const number = last?.number ?? (first ? Number(first[1]) : undefined)
    if (last) rest = sliceLine(rest, 0, last.stem.length)
    if (first) rest = sliceLine(rest, first[0].length)
    if (number !== undefined && last && (counting !== undefined || isGroup)) all = counting === 'companions' ? number + 1 : number
    else if (number !== undefined) either = { all: Math.max(1, number), with: number + 1 }
    const [, stem, word] = NUMBER_WORD_LAST_PATTERN.exec(rest.plain) ?? []
    const wordNumber =
      word && !AMBIGUOUS_NUMBER_WORDS.has(word) && !NAMED_BY_NUMBER_WORD_PATTERN.test(stem ?? '') ? numberWordValue(word) : undefined
    if (number === undefined && stem !== undefined && wordNumber !== undefined) {
      rest = sliceLine(rest, 0, stem.length)
      either = { all: wordNumber, with: wordNumber + 1 }
    }
  }

  const others = AND_OR_WITH_PATTERN.test(rest.plain)
  const coupleExtra = COUPLE_PATTERN.test(rest.plain) ? 1 : 0
  const related = coupleExtra + (LATIN_PLUS_ONE_PATTERN.test(rest.plain) ? 1 : 0)
  const namedCompanions =
    related +
    (others ? (rest.plain.match(NAMED_COMPANION_PATTERN)?.length ?? 0) + 2 * (rest.plain.match(TWO_COMPANIONS_PATTERN)?.length ?? 0) : 0)
  const [first = '', ...further] = rest.plain
    .replace(COUPLE_PATTERN, '')
    .split(NAME_SEPARATOR_PATTERN)
    .filter(name => NAME_PATTERN.test(name))
  const isDescribed = further.length === 1 && DESCRIPTION_PATTERN.test(further[0] ?? '') && !DESCRIPTION_PATTERN.test(first)
  const names = isDescribed ? 1 : 1 + further.length
  const hasUncountedCompanions =
    further.length > 0 ||
    (others && (UNCOUNTED_COMPANIONS_PATTERN.test(rest.plain) || (namedCompanions === 0 && hasSecondName(rest.plain))))
  const isUncounted = all === undefined && !either && (isGroup || isOpen || (plus === 0 && hasUncountedCompanions) || names > 1)
  const fewest = isUncounted && plus === 0 && !isDescribed ? 2 : 1
  const places = all !== undefined ? all + plus : (either?.all ?? Math.max(fewest, names + namedCompanions + plus))
  return { name: originalTextOf(rest), places: Math.max(1, places), isUncounted, ...(either && { either }) }
}
