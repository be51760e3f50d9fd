import { normalizeSpelling, originalTextOf, sliceLine } from './normalized-line.ts'
import { anyWordSource, DIGIT_CLASS, WORD_START } from './words.ts'

/** Returns a telephone number in international form, `+967…`; undefined for a text that is none, or an unclear one. */
export type ReadPhone = (phoneText: string) => string | undefined

export type ExtractedPhone = {
  /** The line without its telephone numbers. */
  rest: string
  /** The number as it was written. Undefined where there is none. */
  written?: string
  /** The number in international form. Undefined where it is unclear. */
  phone?: string
  /** Further numbers of the line, as they were written. */
  others?: string[]
}

const DIGIT_GAP_SOURCE = '[ ().\\-\\u2010-\\u2015]{0,3}'
const WORD_EDGE_SOURCE = '(?![\\p{L}\\p{N}])'
/** Matches six digits or more, in groups or not. A plus typed within Arabic text may come after them. */
const DIGIT_RUN_PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}]|[×✕*]\\s?)[+(]?\\s?${DIGIT_CLASS}(?:${DIGIT_GAP_SOURCE}${DIGIT_CLASS}){5,29}(?:\\+(?!\\s*${DIGIT_CLASS}))?${WORD_EDGE_SOURCE}`,
  'gu',
)
const SIX_DIGITS_PATTERN = new RegExp(`(?:${DIGIT_CLASS}.*?){6}`, 'u')
const DIGIT_GROUP_PATTERN = new RegExp(`[+(]*${DIGIT_CLASS}+\\)?`, 'gu')
/** Matches a label directly before a number: «جوال:», «tel.». */
const PHONE_LABEL_PATTERN = new RegExp(
  `(?:${WORD_START}(?:${anyWordSource('رقم|رقمه|رقمها|رقم الجوال|رقم الهاتف|جوال|جواله|جوالها|الجوال|هاتف|الهاتف|تلفون|تليفون|موبايل|واتس|واتساب|ت|ج')}|tel|mob|mobile|phone|whatsapp)\\s*[:/.=\\-]*\\s*|[(\\[]\\s*)$`,
)
const LEADING_PHONE_LABEL_PATTERN = new RegExp(`^\\s*${anyWordSource('رقم|جوال|هاتف|تلفون|موبايل')}\\s*[:/]*\\s+(?=[a-zء-ي])`)
/** Matches a remark that there is no number: «بدون رقم». */
const NO_PHONE_REMARK_PATTERN = new RegExp(
  `[\\s\\-–:،,(]*${WORD_START}(?:${anyWordSource('لا يوجد|بدون|بلا|ما عنده|ما عندها|ما معه|ما معها|ليس له|ليس لها|no')}) +(?:${anyWordSource('رقم|جوال|هاتف|تلفون|واتس|واتساب|phone|number')})(?![a-zء-ي])\\)?`,
)
/** A part of a run of digits is read as a telephone number only if it has at least this many digits. */
const MIN_PHONE_PART_DIGITS = 7

/** Matches companions before a number, «+4 777000000», which could also be one number with a country code. */
const COMPANIONS_BEFORE_PHONE_PATTERN = new RegExp(`^\\+\\s?${DIGIT_CLASS}[ ().\\-\\u2010-\\u2015]+(?=${DIGIT_CLASS})`, 'u')

/** Returns the part of a run of digits that is a telephone number: all of it, or without short groups and second numbers at its ends. */
function findPhoneInDigits(run: string, read: ReadPhone) {
  const from = COMPANIONS_BEFORE_PHONE_PATTERN.exec(run)?.[0].length
  const phone = from === undefined ? undefined : read(run.slice(from))
  if (from !== undefined && phone !== undefined) return { from, to: run.length, phone }
  const whole = read(run)
  if (whole !== undefined) return { from: 0, to: run.length, phone: whole }
  const parts = [...run.matchAll(DIGIT_GROUP_PATTERN)].map(({ 0: text, index }) => ({ from: index, to: index + text.length }))
  // Single digits with gaps between them are one number, which `read` has refused already.
  if (parts.every(({ from, to }) => to - from === 1)) return undefined
  for (let length = parts.length - 1; length > 0; length--) {
    for (let first = 0; first + length <= parts.length; first++) {
      const [from, to] = [parts[first]?.from ?? 0, parts[first + length - 1]?.to ?? run.length]
      const text = run.slice(from, to)
      const phone = (text.match(/\p{N}/gu)?.length ?? 0) >= MIN_PHONE_PART_DIGITS ? read(text) : undefined
      if (phone !== undefined) return { from, to, phone }
    }
  }
  return undefined
}

/** Returns a text without the first match of a pattern in its normalised spelling. */
function removeMatch(found: RegExp, text: string) {
  const line = normalizeSpelling(text)
  const match = found.exec(line.plain)
  return match ? originalTextOf(sliceLine(line, 0, match.index)) + originalTextOf(sliceLine(line, match.index + match[0].length)) : text
}

/** Removes the telephone numbers from a line. The first clear one is the guest's; where none is clear, the first one. */
export function extractPhone(line: string, read: ReadPhone): ExtractedPhone {
  if (!SIX_DIGITS_PATTERN.test(line)) return { rest: removeMatch(NO_PHONE_REMARK_PATTERN, line) }
  let rest = line
  let best: { written: string; phone?: string } | undefined
  const others: string[] = []
  DIGIT_RUN_PATTERN.lastIndex = 0
  for (let match = DIGIT_RUN_PATTERN.exec(rest); match; match = DIGIT_RUN_PATTERN.exec(rest)) {
    const [run] = match
    const number = findPhoneInDigits(run, read)
    const [from, to] = number ? [match.index + number.from, match.index + number.to] : [match.index, match.index + run.length]
    const written = rest.slice(from, to).trim()
    if (!best || (number && !best.phone)) {
      if (best) others.push(best.written)
      best = { written, ...(number && { phone: number.phone }) }
    } else if (!number || number.phone !== best.phone) others.push(written)
    const before = `${removeMatch(PHONE_LABEL_PATTERN, rest.slice(0, from))} `
    rest = `${before}${rest.slice(to).replace(/^\s*[)\]]/, '')}`
    DIGIT_RUN_PATTERN.lastIndex = before.length
  }
  return best ? { rest: removeMatch(LEADING_PHONE_LABEL_PATTERN, rest), ...best, ...(others.length > 0 && { others }) } : { rest }
}
