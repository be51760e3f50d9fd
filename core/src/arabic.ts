/** Normal forms of Arabic text: cleaning, folding and digits. */

/**
 * Replacements for `String.prototype.isWellFormed` and `toWellFormed`, which Chrome 109 lacks. `isWellFormed` returns whether a text has no
 * lone surrogate; `toWellFormed` replaces lone surrogates by U+FFFD.
 */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)
export const toWellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD')

/** Returns whether a text has a letter or a digit. */
export const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

const TASHKEEL_AND_TATWEEL = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g
/** Matches characters that are removed from names: control and format characters such as bidirectional overrides, and invisible ones. */
const CONTROL_CHARACTERS = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gu
/** Matches joiners that are not between two letters. Such joiners are invisible, and no name needs them. */
const LOOSE_ZERO_WIDTH_JOINERS = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}])/gu
const ZERO_WIDTH_JOINERS = /[\u200C\u200D]/g

/** Arabic letters with several spellings, and the letter that replaces each in keys. */
const SPELLINGS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }
/** Letters of Persian, Urdu, Kurdish and other keyboards, and the Arabic letter that replaces each in keys. */
const LETTERS_OF_OTHER_KEYBOARDS: Record<string, string> = {
  ...{ ی: 'ي', ک: 'ك', گ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه' },
  ...{ پ: 'ب', چ: 'ج', ڤ: 'ف', ژ: 'ز' },
}
const LETTER_FORMS: Record<string, string> = { ...SPELLINGS, ...LETTERS_OF_OTHER_KEYBOARDS }
const anyLetterOf = (forms: Record<string, string>) => new RegExp(`[${Object.keys(forms).join('')}]`, 'g')
const [SPELLING_PATTERN, LETTER_FORM_PATTERN] = [anyLetterOf(SPELLINGS), anyLetterOf(LETTER_FORMS)]

/** Returns the letter that replaces `letter` in searches and comparisons; returns other characters unchanged. */
export const foldLetter = (letter: string) => LETTER_FORMS[letter] ?? letter

/** Returns a text with ٠-٩ and ۰-۹ written as 0-9. */
export const toWesternDigits = (text: string) => text.replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))

/** Returns the digits of a text, as 0-9. */
export const digitsOf = (text: string) => toWesternDigits(text).replace(/\D/g, '')

/** Matches more than 30 combining marks in a row and captures the first 30. Unicode normalisation sorts n marks in O(n²) time. */
const EXCESS_COMBINING_MARKS = /(\p{M}{30})\p{M}+/gu

/** Returns a text in a normal form of Unicode, with at most 30 combining marks on a letter, in time proportional to its length. */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFKC') => text.replace(EXCESS_COMBINING_MARKS, '$1').normalize(form)

/** Matches a line that needs no cleaning: printable ASCII and Arabic letters, with single spaces between words. */
const CLEAN_LINE_PATTERN = /^[!-~ء-غف-ي٠-٩]+(?: [!-~ء-غف-ي٠-٩]+)*$/
export const isCleanLine = (text: string) => CLEAN_LINE_PATTERN.test(text)

/** Returns a line of text as it is stored: NFC, no control or override characters, single spaces, none at the ends. */
export const cleanLine = (text: string) => (isCleanLine(text) ? text : cleanOtherLine(text))

const cleanOtherLine = (text: string) =>
  // The text is normalised after the replacements, because a character that is removed between two marks prevents their canonical order.
  normalizeUnicode(
    text
      .replace(/[\t\n]/g, ' ')
      .replace(CONTROL_CHARACTERS, '')
      .replace(LOOSE_ZERO_WIDTH_JOINERS, ''),
    'NFC',
  )
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a line of text without tashkeel, tatweel and joiners, with digits 0-9 and single spaces. Letters keep their hamzas. */
export const removeTashkeel = (text: string) =>
  cleanLine(toWesternDigits(normalizeUnicode(text, 'NFKC')))
    .replace(ZERO_WIDTH_JOINERS, '')
    .replace(TASHKEEL_AND_TATWEEL, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a text with «عبد الله» joined, in lower case. */
const joinAbd = (text: string) => text.replace(/(^| )عبد (?=ال)/g, '$1عبد').toLowerCase()

/**
 * Returns the key under which a text is searched, compared and kept unique: one form for all spellings of a letter and for the letters of
 * other keyboards, no tashkeel or tatweel, «عبد الله» joined, digits 0-9, lower case, single spaces. A change needs a migration of the
 * stored keys, and devices must download their rows again.
 */
export const foldSpelling = (text: string) => joinAbd(removeTashkeel(text).replace(LETTER_FORM_PATTERN, foldLetter))

/** Returns the key of a username. It keeps the letters of other keyboards, in which two accounts may differ. */
export const foldUsername = (text: string) => joinAbd(removeTashkeel(text).replace(SPELLING_PATTERN, foldLetter))
