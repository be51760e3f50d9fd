/** Fits a text into a box: makes the text smaller or breaks it between words, and never cuts it. */

/** The extent of a text at a font size, in px: its ink above and below the baseline, and its width. */
export type Extent = { width: number; ascent: number; descent: number }
export type Measure = (text: string, size: number) => Extent

/** The gap between two lines, as a fraction of the font size. */
const LINE_GAP = 0.16
/** A text is broken into one more line only if the font size grows by at least this factor. */
const MIN_GAIN = 1.18

type Bounds = { width: number; height: number; largest: number; measure: Measure }

/** Returns the distance between baselines: the same for all lines, and enough for the pair that needs most. */
function baselineStep(extents: Extent[], size: number) {
  const steps = extents.slice(1).map((extent, index) => (extents[index]?.descent ?? 0) + extent.ascent)
  return Math.max(0, ...steps) + LINE_GAP * size
}

/** Returns the height of stacked lines. */
export function stackHeight(lines: string[], size: number, measure: Measure): number {
  const extents = lines.map(line => measure(line, size))
  return (extents[0]?.ascent ?? 0) + (lines.length - 1) * baselineStep(extents, size) + (extents.at(-1)?.descent ?? 0)
}

/** Returns the largest font size, in whole px, at which these lines stay inside the room. */
function fitLines(lines: string[], { width, height, largest, measure }: Bounds): number {
  let size = largest
  while (size > 1) {
    const excess = Math.max(...lines.map(line => measure(line, size).width / width), stackHeight(lines, size, measure) / height)
    if (excess <= 1) return size
    size = Math.max(1, Math.min(size - 1, Math.floor(size / excess)))
  }
  return 1
}

/** Returns the largest font size at which a text fits on one line. */
export const fitOnOneLine = (text: string, room: Bounds) => fitLines([text], room)

/** Breaks words into `lines` lines so that the widest is as narrow as possible. */
function breakIntoLines(words: string[], lines: number, widthOf: (text: string) => number): string[] {
  const text = (from: number, to: number) => words.slice(from, to).join(' ')
  type Break = { widest: number; lines: string[] }
  const best = (from: number, remainingLines: number): Break => {
    if (remainingLines === 1) return { widest: widthOf(text(from, words.length)), lines: [text(from, words.length)] }
    let found: Break = { widest: Number.POSITIVE_INFINITY, lines: [] }
    for (let to = from + 1; to <= words.length - remainingLines + 1; to++) {
      const first = widthOf(text(from, to))
      if (first >= found.widest) break
      const rest = best(to, remainingLines - 1)
      const widest = Math.max(first, rest.widest)
      if (widest < found.widest) found = { widest, lines: [text(from, to), ...rest.lines] }
    }
    return found
  }
  return best(0, lines).lines
}

type LineLimits = {
  mostLines: number
  /** Below this font size, one more line is used for any gain. */
  least?: number
}

/** Breaks a text into the number of lines that allows the largest useful font size, and returns both. */
export function fitInLines(text: string, { mostLines, least = 0, ...room }: Bounds & LineLimits): { size: number; lines: string[] } {
  const words = text.split(' ')
  const widths = new Map<string, number>()
  const widthOf = (part: string) => {
    const width = widths.get(part) ?? room.measure(part, room.largest).width
    widths.set(part, width)
    return width
  }
  let chosen = { size: fitOnOneLine(text, room), lines: [text] }
  for (let count = 2; count <= Math.min(mostLines, words.length); count++) {
    // The font size cannot exceed `largest`. Where it is nearly that, another line cannot gain enough.
    if (chosen.size >= least && chosen.size * MIN_GAIN > room.largest) break
    const lines = breakIntoLines(words, count, widthOf)
    const size = fitLines(lines, room)
    const isTooSmall = chosen.size < least && size > chosen.size
    if (isTooSmall || size >= chosen.size * MIN_GAIN) chosen = { size, lines }
  }
  return chosen
}

/** Returns each line with the y coordinate of its baseline. The lines are stacked around the y coordinate `middle`. */
export function stackLines(lines: string[], size: number, middle: number, measure: Measure): { text: string; baseline: number }[] {
  const extents = lines.map(line => measure(line, size))
  const first = middle - stackHeight(lines, size, measure) / 2 + (extents[0]?.ascent ?? 0)
  return lines.map((text, index) => ({ text, baseline: first + index * baselineStep(extents, size) }))
}
