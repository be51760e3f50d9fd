/** Fits a text into a box: makes the text smaller or breaks it between words, and never cuts it. */

/** The extent of a text at a font size, in px: its ink above and below the baseline, and its width. */
type TextExtent = { width: number; ascent: number; descent: number }
export type MeasureText = (text: string, size: number) => TextExtent

/** The gap between two lines, as a fraction of the font size. */
const LINE_GAP = 0.16
/** A text is broken into one more line only if the font size grows by at least this factor. */
const MIN_FONT_SIZE_GAIN = 1.18

type TextBounds = { width: number; height: number; largest: number; measure: MeasureText }

/** Returns the distance between baselines: the same for all lines, and enough for the pair that needs most. */
function baselineStep(extents: TextExtent[], size: number) {
  const steps = extents.slice(1).map((extent, index) => (extents[index]?.descent ?? 0) + extent.ascent)
  return Math.max(0, ...steps) + LINE_GAP * size
}

/** Returns the height of stacked lines. */
export function stackedLinesHeight(lines: string[], size: number, measure: MeasureText): number {
  const extents = lines.map(line => measure(line, size))
  return (extents[0]?.ascent ?? 0) + (lines.length - 1) * baselineStep(extents, size) + (extents.at(-1)?.descent ?? 0)
}

/** Returns the largest font size, in whole px, at which these lines stay inside the room. */
function fontSizeForLines(lines: string[], { width, height, largest, measure }: TextBounds): number {
  let size = largest
  while (size > 1) {
    const excess = Math.max(...lines.map(line => measure(line, size).width / width), stackedLinesHeight(lines, size, measure) / height)
    if (excess <= 1) return size
    size = Math.max(1, Math.min(size - 1, Math.floor(size / excess)))
  }
  return 1
}

/** Returns the largest font size at which a text fits on one line. */
export const fontSizeForOneLine = (text: string, room: TextBounds) => fontSizeForLines([text], room)

/** Breaks words into `lines` lines so that the widest is as narrow as possible. */
function breakIntoLines(words: string[], lines: number, widthOf: (text: string) => number): string[] {
  const joinWords = (from: number, to: number) => words.slice(from, to).join(' ')
  type LineBreaks = { widest: number; lines: string[] }
  const bestBreaks = (from: number, remainingLines: number): LineBreaks => {
    if (remainingLines === 1) return { widest: widthOf(joinWords(from, words.length)), lines: [joinWords(from, words.length)] }
    let found: LineBreaks = { widest: Number.POSITIVE_INFINITY, lines: [] }
    for (let to = from + 1; to <= words.length - remainingLines + 1; to++) {
      const first = widthOf(joinWords(from, to))
      if (first >= found.widest) break
      const rest = bestBreaks(to, remainingLines - 1)
      const widest = Math.max(first, rest.widest)
      if (widest < found.widest) found = { widest, lines: [joinWords(from, to), ...rest.lines] }
    }
    return found
  }
  return bestBreaks(0, lines).lines
}

type LineLimits = {
  mostLines: number
  /** Below this font size, one more line is used for any gain. */
  least?: number
}

/** Breaks a text into the number of lines that allows the largest useful font size, and returns both. */
export function fitInLines(text: string, { mostLines, least = 0, ...room }: TextBounds & LineLimits): { size: number; lines: string[] } {
  const words = text.split(' ')
  const widths = new Map<string, number>()
  const widthOf = (part: string) => {
    const width = widths.get(part) ?? room.measure(part, room.largest).width
    widths.set(part, width)
    return width
  }
  let chosen = { size: fontSizeForOneLine(text, room), lines: [text] }
  for (let count = 2; count <= Math.min(mostLines, words.length); count++) {
    // The font size cannot exceed `largest`. Where it is nearly that, another line cannot gain enough.
    if (chosen.size >= least && chosen.size * MIN_FONT_SIZE_GAIN > room.largest) break
    const lines = breakIntoLines(words, count, widthOf)
    const size = fontSizeForLines(lines, room)
    const isTooSmall = chosen.size < least && size > chosen.size
    if (isTooSmall || size >= chosen.size * MIN_FONT_SIZE_GAIN) chosen = { size, lines }
  }
  return chosen
}

/** Returns each line with the y coordinate of its baseline. The lines are stacked around the y coordinate `middle`. */
export function stackLines(lines: string[], size: number, middle: number, measure: MeasureText): { text: string; baseline: number }[] {
  const extents = lines.map(line => measure(line, size))
  const first = middle - stackedLinesHeight(lines, size, measure) / 2 + (extents[0]?.ascent ?? 0)
  return lines.map((text, index) => ({ text, baseline: first + index * baselineStep(extents, size) }))
}
