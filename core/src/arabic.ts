/** Arabic as people type it: what counts as the same word, the same digit, the same line. */

const TASHKEEL_AND_TATWEEL = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g
/** Line and format characters that have no business in a name, the bidirectional overrides among them. Joiners stay: they shape words. */
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

const LETTERS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }

/** ٠-٩ and ۰-۹ as 0-9. */
export const westernDigits = (text: string) => text.replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))

/** One line of text as it is kept: NFC, no control or override characters, single spaces, none at the ends. */
export const cleanLine = (text: string) =>
  text
    .replace(/[\t\n]/g, ' ')
    .replace(CONTROLS, '')
    // Last: what stood between two marks may have kept them from their order.
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The key under which a text is searched, compared and kept unique: hamzas, alef maqsura and ta marbuta level, no tashkeel or tatweel,
 * «عبد الله» joined, digits 0-9, lower case, single spaces.
 */
export const fold = (text: string) =>
  cleanLine(westernDigits(text.normalize('NFKC')))
    .replace(TASHKEEL_AND_TATWEEL, '')
    .replace(/[أإآٱىةؤئ]/g, letter => LETTERS[letter] ?? letter)
    .replace(/(^| )عبد (?=ال)/g, '$1عبد')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
