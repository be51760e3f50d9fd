/** Computes the index words of names, by which guests are found. */
import { digitsOf, foldSpelling, toWellFormed } from '../arabic.ts'

/** The maximum number of index words of one name, and the maximum number of letters of an index word. */
const MAX_INDEXED_WORDS = 30
const MAX_WORD_LETTERS = 32
/** The maximum number of letters of a word from which a joined ending (`SUFFIX_WORDS`) is split. Real words are shorter. */
const MAX_SPLIT_LETTERS = 64
/** The minimum number of digits of a telephone number that is indexed and searched. A gate may know only its last three. */
export const MIN_PHONE_DIGITS = 3
/** How many digits of a telephone number, from its end, are the same with and without its country code. */
export const NATIONAL_PHONE_DIGITS = 9

/** Returns the last nine digits of a telephone number, with zeros before them: the same for all spellings of one number. */
export const phoneEnding = (phone: string) => digitsOf(phone).padStart(NATIONAL_PHONE_DIGITS, '0').slice(-NATIONAL_PHONE_DIGITS)

/** Words that are ignored in names and searches. */
export const OPTIONAL_WORDS = new Set(['بن', 'ابن', 'بنت', 'ابنه', 'ال', 'و'])
/** Words that people write either joined to the next word or as a word of their own. */
const PREFIX_WORDS = new Set(['ابو', 'ابا', 'ام', 'عبد', 'با', 'و'])
/** Words that people write either joined to the previous word or as a word of their own. */
const SUFFIX_WORDS = ['الدين', 'الله', 'الاسلام']
/** Matches the beginning of a word to which another word is joined: «أبوبكر», «وسارة». */
const JOINED_PREFIX_PATTERN = /^(?:ابو(?=...)|با(?=....)|عبد(?=ال..)|و(?=...))/u

/** Returns the words of a folded text. */
export const foldedWordsIn = (folded: string) => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Returns the first 32 letters of a word. */
export const truncateWord = (word: string) => (word.length > MAX_WORD_LETTERS ? toWellFormed(word.slice(0, MAX_WORD_LETTERS)) : word)

/** Returns a word without the article «ال», also without an article after «ابو». */
export const removeArticle = (word: string) => word.replace(/^(ابو)?ال(?=.)/u, '$1')

/**
 * Adds the searchable forms of a word to `found`: the word, the word without a joined beginning, and both parts of a word with a joined
 * ending. `split` is the set of words that were split before. No word is split twice, because a name such as «و و و محمد» would be split
 * again for each «و».
 */
function addWordForms(found: Set<string>, word: string, split: Set<string>) {
  if (found.size >= MAX_INDEXED_WORDS || split.has(word)) return
  split.add(word)
  found.add(truncateWord(removeArticle(word)))
  const joined = JOINED_PREFIX_PATTERN.exec(word)?.[0]
  if (joined) return addWordForms(found, word.slice(joined.length), split)
  const tail = word.length <= MAX_SPLIT_LETTERS ? SUFFIX_WORDS.find(end => word.endsWith(end)) : undefined
  const head = tail && word.slice(0, -tail.length)
  if (!tail || !head || !/^../u.test(head)) return
  addWordForms(found, head, split)
  found.add(truncateWord(removeArticle(tail)))
}

/**
 * Returns the index word of a telephone number: «#», which no other index word contains, and the digits in reverse order. A prefix of this
 * word stands for the last digits of the number.
 */
export const phoneIndexWord = (digits: string) => truncateWord(`#${[...digits].reverse().join('')}`)

/** Returns the index words of a name and a telephone number: at most 30, each of at most 32 characters. */
export const indexWords = (name: string, phone: string | null = null) => indexWordsOfKey(foldSpelling(name), phone)

/** Returns the index words of a folded name and a telephone number. */
export function indexWordsOfKey(key: string, phone: string | null): string[] {
  const [found, split] = [new Set<string>(), new Set<string>()]
  const digits = digitsOf(phone ?? '')
  if (digits.length >= MIN_PHONE_DIGITS) found.add(phoneIndexWord(digits))
  let next: string | undefined
  for (const word of foldedWordsIn(key).reverse()) {
    if (PREFIX_WORDS.has(word) && next !== undefined) next = word + next
    else if (OPTIONAL_WORDS.has(word)) continue
    else {
      if (next !== undefined && SUFFIX_WORDS.includes(next)) found.add(truncateWord(removeArticle(word + next)))
      next = word
    }
    addWordForms(found, next, split)
  }
  return [...found].slice(0, MAX_INDEXED_WORDS)
}
