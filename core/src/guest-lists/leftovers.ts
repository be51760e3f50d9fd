import { toWesternDigits } from '../arabic.ts'
import { normalizeSpelling } from './normalized-line.ts'
import { anyWordSource, NUMBERED_NOUNS, ORGANISATION_WORDS, TITLE_WORDS, WORD_END, WORD_START } from './words.ts'

/** Finds parts of a name that look like a table, a mark, a number, an answer or a second guest. */

/**
 * A part of a name about which the user is asked. `name`: the name without it, missing where the part may belong to the name; `table` and
 * `isVip`: what it says about the guest.
 */
export type Leftover = { part: string; name?: string; table?: string; isVip?: true }

const toRegExp = (source: string) => new RegExp(source)
const OPENING = '[\\s\\-–—:،,/|]*[(\\[]?\\s*'
const CLOSING = '\\s*[)\\]]?'
const TABLE_PATTERN = toRegExp(
  `${OPENING}${WORD_START}(?:${anyWordSource('طاوله|طاولة رقم|طاوله رقم|الطاوله|table|tbl')})\\s*[:#.]?\\s*(\\d{1,3}|[a-zء-ي](?![a-zء-ي]))${WORD_END}${CLOSING}`,
)
const VIP_PATTERN = toRegExp(
  `${OPENING}${WORD_START}(?:vips?|v\\.i\\.p\\.?|v i p|${anyWordSource('في اي بي|كبار الضيوف|كبار الشخصيات|شخصيه مهمه|مهم جدا|مهمه جدا')})${WORD_END}${CLOSING}`,
)
const STATUS_PATTERN = toRegExp(
  `${OPENING}${WORD_START}(?:${anyWordSource('لم يوكد|لم توكد|لم يوكدوا|لم يرد|لم ترد|لم يردوا|غير موكد|غير موكده|موكد|موكده|موكدين|اكد|اكدت|اكدوا|اكد الحضور|اكدت الحضور|تم التاكيد|تم تاكيد الحضور|اعتذر|اعتذرت|اعتذروا|معتذر|معتذره|معتذرين|سيحضر|ستحضر|لن يحضر|لن تحضر|بانتظار الرد|في انتظار الرد|ما رد|ما ردت|confirmed|unconfirmed|not confirmed|declined|pending|accepted|invited|no reply|not coming|maybe|تم الارسال|تم ارسال الدعوه|ارسلت له|ارسلت لها')})${WORD_END}${CLOSING}|\\s*[:=]\\s*(?:نعم|لا|ايوه|yes|no)$`,
)
/** Matches names of places and units, whose numbers and signs belong to them: «فندق 7 نجوم», «مركز B+». */
const PLACE_PATTERN = toRegExp(
  `^(?:${ORGANISATION_WORDS}|${anyWordSource('مقهي|فندق|لواء|اللواء|كتيبه|مول|برج|محطه|صيدليه|كافيه|قصر|استراحه|سوبرماركت|قروب|جروب')})${WORD_END}`,
)
const WHOLE_NUMBERED_PATTERN = toRegExp(`^(?:${NUMBERED_NOUNS}\\s*)+[:#]?\\s*\\d+$`)
const NUMBER_PATTERN = /[+*×=]?\s*\d+(?:[.,/-]\d+)*/
/** Matches text before a number that makes the number a part of the name. */
const BEFORE_NUMBER_PATTERN = toRegExp(
  `(?:^${anyWordSource('ابو|ام|بو')}|${WORD_START}${NUMBERED_NOUNS}${WORD_END}|${WORD_START}${ORGANISATION_WORDS}${WORD_END}.*)[\\s:.#(]*$`,
)
/** Matches words of children beside a name, whose number was read. */
const CHILD_PATTERN = toRegExp(
  `${OPENING}(?:و\\s?)?${WORD_START}(?:${anyWordSource('طفل|طفله|رضيع|رضيعه|بيبي|child|kid|kids|infant|baby')})${WORD_END}${CLOSING}$`,
)
/** Matches signs that join two names or set something apart; a slash only between words of which the first is no title («الشيخ/ناجي»). */
const SIGN_PATTERN = toRegExp(
  `\\+\\s*(?=[a-zء-ي])|[*×]|\\+$|[[\\]{}]|\\sوال(?:اخ|اخت|سيد|سيده|استاذ|استاذه|شيخ|حاج|دكتور|دكتوره)\\s*/?\\s|${WORD_START}(?!(?:${TITLE_WORDS}|ركن)\\s?/)[a-zء-ي]{3,}\\s?/\\s?[a-zء-ي]{3,}`,
)
/** Matches brackets, except one pair with another name of the guest or with whose relative or friend the guest is: «(أبو علي)». */
const BRACKETS_PATTERN = toRegExp(
  `\\([^()]*\\)[^()]*\\(|\\(\\s*(?!(?:${anyWordSource('ابو|ام|بو|ابن|بن|بنت|صديق|صديقه|صاحب|صاحبه|جار|جاره|زميل|زميله|اخو|اخت|اخ|خال|خاله|عم|عمه|زوج|زوجه|حرم|والد|والده|جد|جده|نسيب|نسيبه|قريب|قريبه|من|اهل|عروس|عريس')})${WORD_END})[^()]*\\)`,
)

const cut = (text: string, from: number, length: number) =>
  `${text.slice(0, from)} ${text.slice(from + length)}`.replace(/\s+/g, ' ').replace(/^[\s\-–—:،,/|]+|[\s\-–—:،,/|]+$/g, '')

/** Matches names that may have a leftover: they have one of these parts of words, or other characters than letters. Saves time on the others. */
const MAY_HAVE_LEFTOVER =
  /[^ء-غف-ي a-z.'-]|طاول|طفل|رضيع|بيبي|كبار|شخص|مهم|لم|غير|كد|تم|عتذر|حضر|انتظار|ما رد|رسل|في [اأإآ]ي| وال|vip|v\.i|v i|table|tbl|ed\b|pending|maybe|repl|coming|child|kid|infant|baby/i

/** Returns the first part of a name that does not look like a name; undefined for a clean name. */
export function findLeftover(name: string): Leftover | undefined {
  if (!MAY_HAVE_LEFTOVER.test(name)) return undefined
  const { plain, written } = normalizeSpelling(name)
  if (WHOLE_NUMBERED_PATTERN.test(plain)) return undefined
  const partOf = ({ 0: text, index }: RegExpExecArray) =>
    written
      .slice(index, index + text.length)
      .join('')
      .trim()
  const find = (pattern: RegExp, more: (match: RegExpExecArray) => Partial<Leftover> = () => ({})) => {
    const match = pattern.exec(plain)
    if (!match) return undefined
    const part = partOf(match)
    const rest = cut(
      written.join(''),
      written.slice(0, match.index).join('').length,
      written.slice(match.index, match.index + match[0].length).join('').length,
    )
    // A text that consists of this part alone is the guest's name.
    return /\p{L}{2}/u.test(rest) ? { part, ...more(match), name: rest } : undefined
  }
  // A letter keeps its spelling: «أ», «A».
  const table = find(TABLE_PATTERN, ({ 0: whole, 1: value = '', index }) => {
    const from = index + whole.lastIndexOf(value)
    return { table: value.length === 1 ? toWesternDigits(written.slice(from, from + 1).join('')) : value }
  })
  const vip = find(VIP_PATTERN, () => ({ isVip: true }))
  if (table) {
    const both = vip ? findLeftover(table.name) : undefined
    return both?.isVip ? { ...both, part: `${table.part} ${both.part}`, table: table.table! } : table
  }
  if (vip) return vip
  const status = find(STATUS_PATTERN)
  if (status) return status
  const child = find(CHILD_PATTERN)
  if (child) return child
  if (PLACE_PATTERN.test(plain)) return undefined
  const number = NUMBER_PATTERN.exec(plain)
  if (number && !BEFORE_NUMBER_PATTERN.test(plain.slice(0, number.index))) return { part: number[0].trim() }
  const sign = SIGN_PATTERN.exec(plain) ?? BRACKETS_PATTERN.exec(plain)
  return sign ? { part: partOf(sign) } : undefined
}

const ANSWER_ALONE_PATTERN = toRegExp(`^(?:${STATUS_PATTERN.source})+$`)
/** Returns whether a name is only an answer, such as «مؤكد», of somebody whom the line does not name. */
export const isAnswerAlone = (name: string) => MAY_HAVE_LEFTOVER.test(name) && ANSWER_ALONE_PATTERN.test(normalizeSpelling(name).plain)
