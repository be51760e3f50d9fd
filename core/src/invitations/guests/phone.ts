import { part, spell, writtenOf } from './spelling.ts'
import { anyOf, DIGIT, START } from './words.ts'

/** Makes a telephone number as people write it international, `+967…`. Undefined where it is none, or unclear. */
export type ReadPhone = (written: string) => string | undefined

export type LiftedPhone = {
  /** The line without its telephone numbers. */
  rest: string
  /** As it was written. Undefined where there is none. */
  written?: string
  /** In international form. Undefined where the number is unclear. */
  phone?: string
}

const GAP = '[ ().\\-\\u2010-\\u2015]{0,3}'
const EDGE = '(?![\\p{L}\\p{N}])'
/** Six digits or more, in groups or not. A plus typed among Arabic may stand behind them. */
const RUN = new RegExp(`(?<![\\p{L}\\p{N}]|[×✕*]\\s?)[+(]?\\s?${DIGIT}(?:${GAP}${DIGIT}){5,29}(?:\\+(?!\\s*${DIGIT}))?${EDGE}`, 'gu')
const SIX_DIGITS = new RegExp(`(?:${DIGIT}.*?){6}`, 'u')
const PART = new RegExp(`[+(]*${DIGIT}+\\)?`, 'gu')
/** What names the number that follows it. */
const LABEL = new RegExp(
  `(?:${START}(?:${anyOf('رقم|رقمه|رقمها|رقم الجوال|رقم الهاتف|جوال|جواله|جوالها|الجوال|هاتف|الهاتف|تلفون|تليفون|موبايل|واتس|واتساب|ت|ج')}|tel|mob|mobile|phone|whatsapp)\\s*[:/.=\\-]*\\s*|[(\\[]\\s*)$`,
)
const FIRST_LABEL = new RegExp(`^\\s*${anyOf('رقم|جوال|هاتف|تلفون|موبايل')}\\s*[:/]*\\s+(?=[a-zء-ي])`)
/** Says that there is no number. */
const NO_PHONE = new RegExp(
  `[\\s\\-–:،,(]*${START}(?:${anyOf('لا يوجد|بدون|بلا|ما عنده|ما عندها|ما معه|ما معها|ليس له|ليس لها|no')}) +(?:${anyOf('رقم|جوال|هاتف|تلفون|واتس|واتساب|phone|number')})(?![a-zء-ي])\\)?`,
)
/** So many digits at least have a part of a run that is a number by itself. */
const FEWEST_DIGITS = 7

/** The part of a run that is a telephone number: all of it, or what is left without the short groups and second numbers at its ends. */
function numberIn(run: string, read: ReadPhone) {
  const whole = read(run)
  if (whole !== undefined) return { from: 0, to: run.length, phone: whole }
  const parts = [...run.matchAll(PART)].map(({ 0: text, index }) => ({ from: index, to: index + text.length }))
  // Digits that stand apart are one number.
  if (parts.every(({ from, to }) => to - from === 1)) return undefined
  for (let length = parts.length - 1; length > 0; length--) {
    for (let first = 0; first + length <= parts.length; first++) {
      const [from, to] = [parts[first]?.from ?? 0, parts[first + length - 1]?.to ?? run.length]
      const text = run.slice(from, to)
      const phone = (text.match(/\p{N}/gu)?.length ?? 0) >= FEWEST_DIGITS ? read(text) : undefined
      if (phone !== undefined) return { from, to, phone }
    }
  }
  return undefined
}

/** A text without what a pattern finds in its plain spelling. */
function without(found: RegExp, text: string) {
  const line = spell(text)
  const match = found.exec(line.plain)
  return match ? writtenOf(part(line, 0, match.index)) + writtenOf(part(line, match.index + match[0].length)) : text
}

/** Takes the telephone numbers off a line. The first clear one is the guest's; where none is clear, the first. */
export function liftPhone(line: string, read: ReadPhone): LiftedPhone {
  if (!SIX_DIGITS.test(line)) return { rest: without(NO_PHONE, line) }
  let rest = line
  let best: { written: string; phone?: string } | undefined
  RUN.lastIndex = 0
  for (let match = RUN.exec(rest); match; match = RUN.exec(rest)) {
    const [run] = match
    const number = numberIn(run, read)
    const [from, to] = number ? [match.index + number.from, match.index + number.to] : [match.index, match.index + run.length]
    if (!best || (number && !best.phone)) best = { written: rest.slice(from, to).trim(), ...(number && { phone: number.phone }) }
    const before = `${without(LABEL, rest.slice(0, from))} `
    rest = `${before}${rest.slice(to).replace(/^\s*[)\]]/, '')}`
    RUN.lastIndex = before.length
  }
  return best ? { rest: without(FIRST_LABEL, rest), ...best } : { rest }
}
