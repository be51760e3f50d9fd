import { cleanLine } from '../arabic.ts'
import { COLUMN_HEADING_SOURCE } from './non-guests.ts'
import { normalizeSpelling } from './normalized-line.ts'
import { anyWordSource, NUMBER_WORD_SOURCE, WORD_END } from './words.ts'

/**
 * Recognises lines of copied pages and chats that stand for no guest. It is apart from `non-guests.ts`, because only the import of lists needs
 * it.
 */

/** Matches headings of columns with spaces between them, as a PDF gives them: «م الاسم رقم الهاتف العدد». */
const SPACED_HEADINGS_PATTERN = new RegExp(
  `^(?=(?:.* )?(?:${anyWordSource('الاسم|الاسماء|اسم الضيف|name')})${WORD_END})(?:${COLUMN_HEADING_SOURCE} +)+${COLUMN_HEADING_SOURCE}$`,
)
/** Matches the number of a page: «صفحة 1 من 2». */
const PAGE_PATTERN = new RegExp(`^-*\\s*(?:${anyWordSource('صفحه|الصفحه|page')})\\s*:?\\s*\\d{1,3}(?:\\s*(?:من|of|/)\\s*\\d{1,3})?\\s*-*$`)
/** Matches a line that a chat shows struck out: «~أم فهد~». */
const STRUCK_OUT_PATTERN = /^[\s\-–•*]*~(?!\s)[^~]*\p{L}[^~]*~[\s.]*$/u

/** Matches what a spreadsheet shows in place of a value that it cannot calculate. */
const FORMULA_ERROR_PATTERN = /^#?(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!|error!)$/
/** Matches an answer about several people: «تمام بسجلهم». «تمام» and «طيب» are also names. */
const ANSWER_ABOUT_PEOPLE_PATTERN = new RegExp(
  `^(?:${anyWordSource('تمام|طيب|اوكي|اوك|حاضر|ابشر|ابشري')}${WORD_END})[\\s،,]+[ء-ي]{3,}(?:هم|هن|ها|لك|لكم)${WORD_END}`,
)
/** Matches a link, also with a word or two of a message before it: «الموقع: https://…». */
const LINK_ALONE_PATTERN = /^(?:[^\s:：]+\s*[:：]\s*)?https?:\/\/\S+[\s.،]*$/
/** Matches number words at the end of a name that are also names or ordinary words: «ياسر واحد». */
const NUMBER_WORD_PATTERN = new RegExp(`\\s${anyWordSource('واحد|واحده|ست|عشر')}$|[:=]\\s+${NUMBER_WORD_SOURCE}$`)

/** Matches the letters of the old alphabet that number lines as «أ)» and «ب)» do. */
const LETTER_PATTERN = /^\(?[دهوز]\)\s*(?=\p{L})/u

/**
 * Returns a line as `readGuestLines` understands it: empty for the number of a page, with dashes between the headings of columns, with a cross
 * for a line that is struck out, without the letter that numbers it; other lines unchanged.
 */
export function readPageLine(line: string): string {
  const text = cleanLine(line)
  if (LETTER_PATTERN.test(text)) return text.replace(LETTER_PATTERN, '')
  if (STRUCK_OUT_PATTERN.test(text)) return `❌ ${text.replaceAll('~', '')}`
  if (!/صفح|page|سم|name/i.test(text) || text.length > 80) return line
  const { plain } = normalizeSpelling(text)
  if (PAGE_PATTERN.test(plain)) return ''
  return SPACED_HEADINGS_PATTERN.test(plain) ? plain.match(new RegExp(COLUMN_HEADING_SOURCE, 'g'))!.join(' - ') : line
}

const BARE_GENDER_PATTERN = /^(?:رجال|نساء|حريم|سيدات|اطفال|كبار|صغار)$/
/** Returns whether a name is only a word for men, women or children, as in a sheet of figures. */
export const isGenderAlone = (name: string) => name.length < 8 && BARE_GENDER_PATTERN.test(normalizeSpelling(name).plain)

const NUMBER_WORD_ALONE_PATTERN = new RegExp(`^(?:${NUMBER_WORD_SOURCE}|${anyWordSource('هذا|هذه|هذي|هذاك|ده|دي')} .+)$`)
/** Returns whether a name is an answer to several people, or the error of a formula. */
export function isNoName(name: string) {
  const { plain } = normalizeSpelling(name.slice(0, 60))
  if (NUMBER_WORD_ALONE_PATTERN.test(plain)) return true
  return ANSWER_ABOUT_PEOPLE_PATTERN.test(plain) || FORMULA_ERROR_PATTERN.test(plain)
}

/** Returns whether a text has words beside a link, which may name a guest: «سالم الصبري https://maps.app.goo.gl/x». */
export const hasWordsBesideLink = (text: string) => /https?:\/\//i.test(text) && !LINK_ALONE_PATTERN.test(text)

/** Returns the number word at the end of a name, with the name before it; undefined where there is none. */
export function findNumberWord(name: string): { part: string; name: string } | undefined {
  const { plain } = normalizeSpelling(name)
  if (!NUMBER_WORD_PATTERN.test(plain)) return undefined
  const at = name.lastIndexOf(' ')
  return { part: name.slice(at + 1), name: name.slice(0, at).replace(/\s*[:=]$/, '') }
}
