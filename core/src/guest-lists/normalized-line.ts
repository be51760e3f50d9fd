/** A line in the normalised spelling in which words are looked for, with the original text of each of its characters. */
export type NormalizedLine = {
  /** The normalised spelling: one form for hamzas, alef maqsura and ta marbuta, digits 0-9, lower case, no tashkeel or tatweel. */
  plain: string
  /** The original text, combining marks included, for each code unit of `plain`. */
  written: readonly string[]
}

const LETTER_FORMS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي', ک: 'ك' }
const COMBINING_MARK_PATTERN = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\p{M}]/u
const ARABIC_DIGIT_PATTERN = /[٠-٩۰-۹]/
const PLAIN_TEXT_PATTERN = /^[ -@[-~ء-ي]*$/

const normalizeCodeUnit = (unit: string) =>
  LETTER_FORMS[unit] ??
  (ARABIC_DIGIT_PATTERN.test(unit) ? String(unit.charCodeAt(0) & 0xf) : unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit)

/** Returns a line with its normalised spelling. */
export function normalizeSpelling(text: string): NormalizedLine {
  const originals: string[] = []
  let plain = ''
  for (const unit of text.split('')) {
    if (!PLAIN_TEXT_PATTERN.test(unit) && COMBINING_MARK_PATTERN.test(unit) && originals.length > 0) originals[originals.length - 1] += unit
    else {
      originals.push(unit)
      plain += normalizeCodeUnit(unit)
    }
  }
  return { plain, written: originals }
}

export const originalTextOf = ({ written }: NormalizedLine) => written.join('')

/** Returns a line in which the text `other`, in normalised spelling, replaces the code units from `from` to `to`. */
export const replaceInLine = ({ plain, written }: NormalizedLine, from: number, to: number, other: string): NormalizedLine => ({
  plain: plain.slice(0, from) + other + plain.slice(to),
  written: [...written.slice(0, from), ...other, ...written.slice(to)],
})

/** Returns the part of a line from `from` to `to`. */
export const sliceLine = ({ plain, written }: NormalizedLine, from: number, to?: number): NormalizedLine => ({
  plain: plain.slice(from, to),
  written: written.slice(from, to),
})

/** Returns a line with single spaces, and none at its ends. */
export function collapseSpaces(line: NormalizedLine): NormalizedLine {
  const isTight = [...line.plain].length === line.plain.length && !/^\s|\s\s|\s$/.test(line.plain)
  if (isTight) return line
  const at = line.written
    .map((_, index) => index)
    .filter(index => line.plain[index] !== ' ' || (line.plain[index - 1] !== ' ' && index > 0))
  if (line.plain[at.at(-1) ?? 0] === ' ') at.pop()
  return { plain: at.map(index => line.plain[index]).join(''), written: at.map(index => line.written[index] ?? '') }
}
