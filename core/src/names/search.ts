/** Searches guests by name: parses searches, and matches them against index words. */
import { foldSpelling } from '../arabic.ts'
import {
  foldedWordsIn,
  MIN_PHONE_DIGITS,
  NATIONAL_PHONE_DIGITS,
  OPTIONAL_WORDS,
  phoneIndexWord,
  removeArticle,
  truncateWord,
} from './index-words.ts'
import { arabicSpellingsOf } from './latin.ts'

/** How many words of a search are read; further words are ignored. */
const MAX_SEARCH_WORDS = 8
/** The maximum number of matches with a typing error or within a word. They are listed after the exact matches. */
export const MAX_LOOSE_MATCHES = 100
/** The minimum number of letters of a search word that is also searched within words. */
const MIN_PART_LETTERS = 3
/**
 * The minimum and maximum number of letters of a word in which a typing error is tolerated. A word of 15 letters has 900 misspelled
 * variants, and each variant is looked up. In a word with the minimum only a missing letter after the first and a similar letter are
 * tolerated, because most other variants are other names.
 */
const MIN_TYPO_LETTERS = 3
const MAX_TYPO_LETTERS = 15
/** In words of at most this many letters an added letter is tolerated only if it is doubled: «نورة» must not find «نور». */
const MAX_SHORT_LETTERS = 4
/** Groups of letters that differ by dots, or that sound alike. */
const SIMILAR_LETTERS = ['بتثني', 'جحخ', 'دذ', 'رز', 'سش', 'سصث', 'ضظذز', 'طت', 'عغ', 'فق', 'كق', 'هح', 'اع'].map(letters => [...letters])
/** Typing errors are tolerated only in words that end within the first 60 letters of a search. */
const MAX_LETTERS_WITH_TYPOS = 60

/** Titles, in normalised spelling, which are ignored before a name. Words that are names too are listed with the article only. */
export const NAME_TITLES: readonly string[] = [
  'د دكتور دكتوره الدكتور الدكتوره ا استاذ استاذه الاستاذ الاستاذه م مهندس مهندسه المهندس المهندسه ش شيخ الشيخ الشيخه السيد السيده',
  'سعاده معالي فضيله سمو الامير الاميره الحاج الحاجه الحجه القاضي اللواء العميد العقيد المقدم النقيب المستشار المستشاره بروفيسور البروفيسور',
  'الاخ الاخت الانسه العم العمه الخال الخاله كابتن الكابتن',
].flatMap(titles => titles.split(' '))
/** Words in Latin letters that are ignored beside other words of a search, as `OPTIONAL_WORDS` are. */
const OPTIONAL_LATIN_WORDS = new Set(['al', 'el', 'bin', 'ben', 'ibn', 'bint', 'abu', 'abd'])
const isOptional = (word: string) => OPTIONAL_WORDS.has(word) || OPTIONAL_LATIN_WORDS.has(word)
const isTitle = (folded: string) => NAME_TITLES.includes(folded)

const ARABIC_LETTERS = [...'ءابتثجحخدذرزسشصضطظعغفقكلمنهوي']
const LATIN_LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

export type SearchWord = {
  /** A name has the search word when one of its index words begins with one of these prefixes, or is one of the spellings. */
  prefixes: readonly string[]
  /** The spellings of a word in Latin letters with Arabic ones. */
  spellings: ReadonlySet<string>
  /** All variants of the search word with one typing error. */
  slips: ReadonlySet<string>
  /** The text that is also searched within index words; missing for digits and short words. */
  part?: string
}
/** The words that a name must have, in any order. A search without words matches no name. */
type ParsedSearch = { words: readonly SearchWord[] }
type MatchKind = 'exact' | 'loose'

/** Returns the variants of a word with one missing letter, but not the first, or one similar letter. */
function shortTypoVariantsOf(word: string): Set<string> {
  const slips = new Set<string>()
  for (let n = 0; n <= word.length; n++) {
    if (n > 0) for (const letter of ARABIC_LETTERS) slips.add(word.slice(0, n) + letter + word.slice(n))
    for (const letter of SIMILAR_LETTERS.filter(group => group.includes(word.charAt(n))).flat())
      slips.add(word.slice(0, n) + letter + word.slice(n + 1))
  }
  slips.delete(word)
  return slips
}

/**
 * Returns all variants of a word with one typing error: a letter missing, added or wrong, or two adjacent letters swapped. In a short word
 * an added letter is only a doubled one.
 */
function typoVariantsOf(word: string): Set<string> {
  const slips = new Set<string>()
  const letters = [...word]
  const alphabet = /[a-z]/.test(word) ? LATIN_LETTERS : ARABIC_LETTERS
  const letterIndexes = [...letters.keys(), letters.length]
  const heads = letterIndexes.map(n => letters.slice(0, n).join(''))
  const tails = letterIndexes.map(n => letters.slice(n).join(''))
  const addVariant = (from: number, until: number, middle = '') => slips.add(`${heads[from]}${middle}${tails[until]}`)
  for (let n = 0; n <= letters.length; n++) {
    for (const letter of alphabet) addVariant(n, n, letter)
    if (n === letters.length) break
    if (letters.length > MAX_SHORT_LETTERS || letters[n] === letters[n - 1]) addVariant(n, n + 1)
    for (const letter of alphabet) addVariant(n, n + 1, letter)
    if (n > 0) addVariant(n - 1, n + 1, letters[n]! + letters[n - 1]!)
  }
  slips.delete(word)
  return slips
}

const wordWithPrefixes = (prefixes: readonly string[]): SearchWord => ({ prefixes, spellings: new Set(), slips: new Set() })

function parseSearchWord(word: string, mayBeSlip: boolean, previous: string | undefined): SearchWord {
  if (/^\d+$/.test(word)) return wordWithPrefixes([word, ...phonePrefixes(word)])
  const prefix = truncateWord(removeArticle(word))
  const letters = [...prefix].length
  const given = { ...wordWithPrefixes([prefix]), ...(letters >= MIN_PART_LETTERS && { part: prefix }) }
  if (!mayBeSlip || !/^\p{L}+$/u.test(word) || letters < MIN_TYPO_LETTERS || letters > MAX_TYPO_LETTERS) return given
  const slips = letters === MIN_TYPO_LETTERS ? shortTypoVariantsOf(prefix) : typoVariantsOf(prefix)
  // «لا» at the beginning may be the article «ال» with its two letters swapped.
  if (word.startsWith('لا')) slips.add(word.slice(2))
  if (/^بن.../.test(word)) slips.add(removeArticle(word.slice(2)))
  if (previous === 'بن') slips.add(`بن${word}`)
  return { ...given, spellings: arabicSpellingsOf(word), slips }
}

/**
 * Returns the index prefixes for typed digits as the end of a telephone number. Up to nine digits: as typed, and also without leading zeros
 * where more than five digits remain. More digits: only the last nine, which have no country code. Fewer than four digits: none.
 */
function phonePrefixes(digits: string): string[] {
  if (digits.length < MIN_PHONE_DIGITS) return []
  const national = digits.replace(/^0+/, '').slice(-NATIONAL_PHONE_DIGITS)
  const ends = digits.length > NATIONAL_PHONE_DIGITS ? [national] : [digits, ...(national.length > 5 ? [national] : [])]
  return [...new Set(ends.map(phoneIndexWord))]
}

/**
 * Parses a typed text into search words. Titles, «بن» and articles are removed. A word of digits is searched in names and as the end of a
 * telephone number; several words of digits with seven digits or more are one telephone number.
 */
export function parseSearch(query: string): ParsedSearch {
  const all: readonly string[] = foldedWordsIn(foldSpelling(query))
  const digits = all.join('')
  if (all.length > 1 && /^\d{7,}$/.test(digits)) return { words: [wordWithPrefixes(phonePrefixes(digits))] }
  let words = all.filter(word => !isOptional(word))
  while (words.length > 1 && isTitle(words[0]!)) words = words.slice(1)
  // A search for «بن» alone may be the beginning of «بندر», so its last word is searched.
  if (words.length === 0) words = all.slice(-1)
  let letters = 0
  const read = [...new Set(words)].slice(0, MAX_SEARCH_WORDS).map(word => {
    letters += word.length
    return parseSearchWord(word, letters <= MAX_LETTERS_WITH_TYPOS, all[all.indexOf(word) - 1])
  })
  return { words: read }
}

/** Returns the index at which a name's leading titles end; 0 where it has none, or consists of titles only. */
export function leadingTitlesEnd(name: string): number {
  let end = 0
  for (const word of name.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    end = word.index
    if (!isTitle(foldSpelling(word[0]))) return end
  }
  return 0
}

/**
 * Returns `exact` when a name has every word of a search, `loose` when one of the words is found only with one typing error or within a
 * word, and otherwise undefined.
 */
export function matchSearch(words: readonly string[], search: ParsedSearch): MatchKind | undefined {
  if (search.words.length === 0) return undefined
  const hasSearchWord = ({ prefixes, spellings }: SearchWord) =>
    words.some(word => spellings.has(word) || prefixes.some(prefix => word.startsWith(prefix)))
  const missing = search.words.filter(word => !hasSearchWord(word))
  if (missing.length === 0) return 'exact'
  const [{ slips, part }, ...others] = missing as [SearchWord, ...SearchWord[]]
  const isLoose = others.length === 0 && words.some(word => slips.has(word) || (part !== undefined && word.includes(part)))
  return isLoose ? 'loose' : undefined
}

/** Returns how an invitation matches a search: by its guest's name, or otherwise by its event's name. */
export function matchInvitation(guest: readonly string[], event: readonly string[], search: ParsedSearch): MatchKind | 'event' | undefined {
  const [byGuest, byEvent] = [matchSearch(guest, search), matchSearch(event, search)]
  if (byGuest === 'exact') return byGuest
  return byEvent === 'exact' ? 'event' : (byGuest ?? byEvent)
}

/**
 * Returns the rows that match exactly, then those that match only by their event, then at most 100 loose matches; each group in its
 * original order.
 */
export function rankMatches<Row>(rows: readonly Row[], matchOfRow: (row: Row) => MatchKind | 'event' | undefined): Row[] {
  const matches = { exact: [] as Row[], event: [] as Row[], loose: [] as Row[] }
  for (const row of rows) {
    const match = matchOfRow(row)
    if (match && (match !== 'loose' || matches.loose.length < MAX_LOOSE_MATCHES)) matches[match].push(row)
  }
  return [...matches.exact, ...matches.event, ...matches.loose]
}
