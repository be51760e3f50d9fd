import { digitsOf, foldSpelling } from '@hudur/core/arabic'
import { foldedWordsIn, NATIONAL_PHONE_DIGITS, removeArticle } from '@hudur/core/names/index-words'

const MAX_SEARCH_WORDS = 8

/** Returns the folded text in which a row is searched. Of a telephone number it has the digits only. */
export const searchKeyOf = (texts: readonly (string | null)[], phone = '') =>
  foldSpelling([...texts, digitsOf(phone)].filter(Boolean).join(' '))

/** Returns what a search key must contain to match a search: each of its first eight words, without article, trunk zero and country code. */
export const searchedParts = (search: string) =>
  foldedWordsIn(foldSpelling(search))
    .slice(0, MAX_SEARCH_WORDS)
    .map(word => (/^\d+$/.test(word) ? word.replace(/^0+(?=.)/, '').slice(-NATIONAL_PHONE_DIGITS) : removeArticle(word)))
