/** The letters of the fonts of an invitation's page. */

const charactersInRange = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n))

export const ARABIC_LETTERS = `${charactersInRange(0x621, 0x63a)}${charactersInRange(0x640, 0x652)}\u0670`
/** Letters of neighbouring languages that names are typed with. The font of texts has them, and those of most titles. */
export const NEIGHBOURS_LETTERS = 'ٱپچژڤکگی'
/** The letters and digits of Urdu, Kurdish and other languages, which only the larger font has. */
export const OTHER_LETTERS = [...charactersInRange(0x672, 0x6d5), ...charactersInRange(0x6f0, 0x6f9)]
  .filter(letter => !NEIGHBOURS_LETTERS.includes(letter))
  .join('')

const NEIGHBOURS_LETTER_PATTERN = new RegExp(`[${NEIGHBOURS_LETTERS}]`)
/** Returns whether a text has a letter of a neighbouring language. */
export const hasNeighboursLetters = (text: string) => NEIGHBOURS_LETTER_PATTERN.test(text)

const OTHER_LETTER_PATTERN = new RegExp(`[${OTHER_LETTERS}]`)
/** Returns whether a text has a letter that the page's usual typefaces lack. A word in two typefaces would not look like one. */
export const hasOtherLetters = (text: string) => OTHER_LETTER_PATTERN.test(text)
