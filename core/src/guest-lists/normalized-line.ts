import { foldLetter, toWesternDigits } from '../arabic.ts'

/** A line in the normalised spelling that word patterns match, with the original text of each of its characters. */
export type NormalizedLine = {
  /** The normalised spelling: one form for hamzas, alef maqsura and ta marbuta, digits 0-9, lower case, no tashkeel or tatweel. */
  plain: string
  /** The original text, combining marks included, for each code unit of `plain`. */
  written: readonly string[]
}

const COMBINING_MARK_PATTERN = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\p{M}]/u

/** Returns the normalised spelling of a code unit; an empty text for a mark, which belongs to the letter before it. */
function normalizeCodeUnit(unit: string) {
  if (COMBINING_MARK_PATTERN.test(unit)) return ''
  const letter = foldLetter(toWesternDigits(unit))
  return letter === unit && unit.toLowerCase().length === 1 ? unit.toLowerCase() : letter
}

/** The normalised code units that were needed so far, because a list has few different ones and each many times. */
const normalizedUnits = new Map<string, string>()
const normalizedUnitOf = (unit: string) => {
  const known = normalizedUnits.get(unit)
  if (known !== undefined) return known
  const normalized = normalizeCodeUnit(unit)
  normalizedUnits.set(unit, normalized)
  return normalized
}

/** Returns a line with its normalised spelling. */
export function normalizeSpelling(text: string): NormalizedLine {
  const originals: string[] = []
  let plain = ''
  for (const unit of text.split('')) {
    const normalized = normalizedUnitOf(unit)
    if (normalized === '' && originals.length > 0) originals[originals.length - 1] += unit
    else {
      originals.push(unit)
      plain += normalized === '' ? unit : normalized
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
