/** Search by name: the words of the index, the words of a search, and which names match. */
import { fold, wellFormed, westernDigits } from './arabic.ts'

/** The most words that are indexed for one name, and the most letters of each. */
const MAX_INDEXED_WORDS = 30
const MAX_WORD_LETTERS = 32
/** The longest word, in letters, that is split into its joined parts; real words are shorter. */
const MAX_SPLIT = 64
/** How many words of a search are read; further words are ignored. */
const MAX_SEARCH_WORDS = 8
/** How many names that differ by one typing error are listed at most, after the exact matches. */
export const MAX_SLIPS = 100
/** The lengths of the words for which typing errors are tolerated. A word of 15 letters has 900 variants, and each is looked up. */
const MIN_SLIP_LETTERS = 5
const MAX_SLIP_LETTERS = 15
/** Typing errors are tolerated only in words that end within the first 60 letters of a search. */
const MAX_LETTERS_WITH_SLIPS = 60
const MIN_PHONE_DIGITS = 4
/** How many digits of a telephone number, from its end, are the same with and without its country code. */
const NATIONAL_DIGITS = 9

/** Words that are ignored in names and searches. */
const OPTIONAL_WORDS = new Set(['بن', 'ابن', 'بنت', 'ابنه', 'ال', 'و'])
/** Words that are written joined to the next one or apart from it. */
const PREFIX_WORDS = new Set(['ابو', 'ابا', 'ام', 'عبد', 'با', 'و'])
/** Words that are written joined to the one before or apart from it. */
const SUFFIX_WORDS = ['الدين', 'الله', 'الاسلام']
/** Matches the beginning of a word to which another word is joined: «أبوبكر», «وسارة». */
const JOINED_PREFIX = /^(?:ابو(?=...)|با(?=....)|عبد(?=ال..)|و(?=...))/u

/** Titles, in normalised spelling, which are ignored before a name. Words that are names too are listed with the article only. */
export const TITLES: readonly string[] = [
  'د دكتور دكتوره الدكتور الدكتوره ا استاذ استاذه الاستاذ الاستاذه م مهندس مهندسه المهندس المهندسه ش شيخ الشيخ الشيخه السيد السيده',
  'سعاده معالي فضيله سمو الامير الاميره الحاج الحاجه الحجه القاضي اللواء العميد العقيد المقدم النقيب المستشار المستشاره بروفيسور البروفيسور',
  'الاخ الاخت الانسه العم العمه الخال الخاله كابتن الكابتن',
].flatMap(titles => titles.split(' '))
const isTitle = (folded: string) => TITLES.includes(folded)

const ARABIC_LETTERS = [...'ءابتثجحخدذرزسشصضطظعغفقكلمنهوي']
const LATIN_LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

export type SearchWord = {
  /** A name matches when one of its words begins with one of these. */
  prefixes: readonly string[]
  /** All words that differ from the word by one typing error. */
  slips: ReadonlySet<string>
}
/** The words that a name must have, in any order. A search without words finds nothing. */
type Search = { words: readonly SearchWord[] }
type Match = 'exact' | 'slip'

const wordsIn = (folded: string) => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const truncate = (word: string) => (word.length > MAX_WORD_LETTERS ? wellFormed(word.slice(0, MAX_WORD_LETTERS)) : word)

/** Returns a word without its article, also in «ابوالفضل». */
const withoutArticle = (word: string) => word.replace(/^(ابو)?ال(?=.)/u, '$1')

/**
 * Adds the searchable forms of a word to `found`: the word, and the words of which it is joined. `split` has the words that were added
 * before. Without it «و و و محمد», where each word is joined to the following ones, would be split again and again.
 */
function addForms(found: Set<string>, word: string, split: Set<string>) {
  if (found.size >= MAX_INDEXED_WORDS || split.has(word)) return
  split.add(word)
  found.add(truncate(withoutArticle(word)))
  const joined = JOINED_PREFIX.exec(word)?.[0]
  if (joined) return addForms(found, word.slice(joined.length), split)
  const tail = word.length <= MAX_SPLIT ? SUFFIX_WORDS.find(end => word.endsWith(end)) : undefined
  const head = tail && word.slice(0, -tail.length)
  if (!tail || !head || !/^../u.test(head)) return
  addForms(found, head, split)
  found.add(truncate(withoutArticle(tail)))
}

/**
 * Returns the index word of a telephone number, which is searched by its end: the digits in reverse order after «#», which no word
 * contains.
 */
const phoneWord = (digits: string) => truncate(`#${[...digits].reverse().join('')}`)

/** Returns the index words of a name and a telephone number: at most 30, each of at most 32 characters. */
export const indexWords = (name: string, phone: string | null = null) => indexWordsOfKey(fold(name), phone)

/** Returns the index words of a folded name and a telephone number. */
export function indexWordsOfKey(key: string, phone: string | null): string[] {
  const [found, split] = [new Set<string>(), new Set<string>()]
  const digits = westernDigits(phone ?? '').replace(/\D/g, '')
  if (digits.length >= MIN_PHONE_DIGITS) found.add(phoneWord(digits))
  let next: string | undefined
  for (const word of wordsIn(key).reverse()) {
    if (PREFIX_WORDS.has(word) && next !== undefined) next = word + next
    else if (OPTIONAL_WORDS.has(word)) continue
    else {
      if (next !== undefined && SUFFIX_WORDS.includes(next)) found.add(truncate(withoutArticle(word + next)))
      next = word
    }
    addForms(found, next, split)
  }
  return [...found].slice(0, MAX_INDEXED_WORDS)
}

/** Returns all words that differ by one typing error: a letter missing, added or wrong, or two adjacent letters swapped. */
function slipsOf(word: string): Set<string> {
  const slips = new Set<string>()
  const letters = [...word]
  const alphabet = /[a-z]/.test(word) ? LATIN_LETTERS : ARABIC_LETTERS
  const letterIndexes = [...letters.keys(), letters.length]
  const heads = letterIndexes.map(n => letters.slice(0, n).join(''))
  const tails = letterIndexes.map(n => letters.slice(n).join(''))
  const join = (from: number, until: number, middle = '') => slips.add(`${heads[from]}${middle}${tails[until]}`)
  for (let n = 0; n <= letters.length; n++) {
    for (const letter of alphabet) join(n, n, letter)
    if (n === letters.length) break
    join(n, n + 1)
    for (const letter of alphabet) join(n, n + 1, letter)
    if (n > 0) join(n - 1, n + 1, letters[n]! + letters[n - 1]!)
  }
  slips.delete(word)
  return slips
}

const NO_SLIPS: ReadonlySet<string> = new Set()

function searchWord(word: string, mayBeSlip: boolean): SearchWord {
  if (/^\d+$/.test(word)) return { prefixes: [word, ...phonePrefixes(word)], slips: NO_SLIPS }
  const prefix = truncate(withoutArticle(word))
  const letters = [...word].length
  if (!mayBeSlip || !/^\p{L}+$/u.test(word) || letters < MIN_SLIP_LETTERS || letters > MAX_SLIP_LETTERS)
    return { prefixes: [prefix], slips: NO_SLIPS }
  const slips = slipsOf(prefix)
  // The article with its two letters swapped.
  if (word.startsWith('لا')) slips.add(word.slice(2))
  return { prefixes: [prefix], slips }
}

/** Returns the index prefixes for typed digits: as typed, without leading zeros, and without a country code. */
function phonePrefixes(digits: string): string[] {
  if (digits.length < MIN_PHONE_DIGITS) return []
  const national = digits.replace(/^0+/, '').slice(-NATIONAL_DIGITS)
  const ends = digits.length > NATIONAL_DIGITS ? [national] : [digits, ...(national.length > 5 ? [national] : [])]
  return [...new Set(ends.map(phoneWord))]
}

/** Parses a typed text as a search: without titles, «بن» and articles; digits alone as the end of a telephone number. */
export function readSearch(query: string): Search {
  const all = wordsIn(fold(query))
  const digits = all.join('')
  if (all.length > 1 && /^\d{7,}$/.test(digits)) return { words: [{ prefixes: phonePrefixes(digits), slips: NO_SLIPS }] }
  let words = all.filter(word => !OPTIONAL_WORDS.has(word))
  while (words.length > 1 && isTitle(words[0]!)) words = words.slice(1)
  // «بن» alone may be the beginning of «بندر».
  if (words.length === 0) words = all.slice(-1)
  let letters = 0
  const read = [...new Set(words)].slice(0, MAX_SEARCH_WORDS).map(word => {
    letters += word.length
    return searchWord(word, letters <= MAX_LETTERS_WITH_SLIPS)
  })
  return { words: read }
}

/** Returns the index at which a name's leading titles end; 0 where it has none, or consists of titles only. */
export function titlesEnd(name: string): number {
  let end = 0
  for (const word of name.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    end = word.index
    if (!isTitle(fold(word[0]))) return end
  }
  return 0
}

/** Returns whether a name has every word of a search: `exact`, `slip` with one typing error in one word, or undefined. */
export function matchOf(words: readonly string[], search: Search): Match | undefined {
  if (search.words.length === 0) return undefined
  const has = ({ prefixes }: SearchWord) => words.some(word => prefixes.some(prefix => word.startsWith(prefix)))
  const missing = search.words.filter(word => !has(word))
  if (missing.length === 0) return 'exact'
  return missing.length === 1 && words.some(word => missing[0]!.slips.has(word)) ? 'slip' : undefined
}

/** Returns how an invitation matches a search: by its guest's name, or otherwise by its event's name. */
export function invitationMatch(guest: readonly string[], event: readonly string[], search: Search): Match | 'event' | undefined {
  const [byGuest, byEvent] = [matchOf(guest, search), matchOf(event, search)]
  if (byGuest === 'exact') return byGuest
  return byEvent === 'exact' ? 'event' : (byGuest ?? byEvent)
}

/**
 * Returns the rows that match exactly, then those that match only by their event, then at most 100 with a typing error; each group in its
 * original order.
 */
export function bestFirst<Row>(rows: readonly Row[], matchOfRow: (row: Row) => Match | 'event' | undefined): Row[] {
  const matches = { exact: [] as Row[], event: [] as Row[], slip: [] as Row[] }
  for (const row of rows) {
    const match = matchOfRow(row)
    if (match && (match !== 'slip' || matches.slip.length < MAX_SLIPS)) matches[match].push(row)
  }
  return [...matches.exact, ...matches.event, ...matches.slip]
}
