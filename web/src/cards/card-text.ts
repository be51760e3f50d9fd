import { type Alignment, fit, fitInLines, type Rectangle, stack, stackHeight } from '@hudur/core'
import type { Face } from './face.ts'
import { type Canvas2D, paintText, type TextLine } from './paint-text.ts'
import type { TextShaper } from './text-shaper.ts'

/** What a card is drawn with: a canvas, and what shapes the texts on it. */
export type Pen = { context: Canvas2D; shaper: TextShaper }

export const writeLine = ({ context, shaper }: Pen, line: TextLine) => paintText(context, line, shaper)

/** A line of our own words, made smaller where it would be wider than `width`. */
export function writeWithin(pen: Pen, width: number, line: TextLine) {
  const room = { width, height: Number.POSITIVE_INFINITY, largest: line.size, measure: pen.shaper.measure(line.face) }
  const size = fit(line.text, room)
  writeLine(pen, { ...line, size })
}

type Block = { text: string; box: Rectangle; face: Face; largest: number; mostLines: number; ink: string; align?: Alignment }

/** A text as large as its box allows, in one line or a few, about the box's middle or along one of its sides. */
export function writeBlock(pen: Pen, { ink, align = 'center', ...block }: Block) {
  const { box, face } = block
  const { measure, size, lines } = setBlock(pen, block)
  for (const { text, baseline } of stack(lines, size, box.y + box.height / 2, measure))
    writeLine(pen, { text, x: middleOf(box, align, measure(text, size).width), baseline, face, size, ink })
}

/** Where the middle of a line stands whose ink is kept inside the box. */
export function middleOf({ x, width }: Rectangle, align: Alignment, taken: number) {
  if (align === 'center') return x + width / 2
  return align === 'left' ? x + taken / 2 : x + width - taken / 2
}

/** How a text would be set in a box, and how high it would stand. */
export function setBlock({ shaper }: Pen, { text, box, face, largest, mostLines }: Omit<Block, 'ink' | 'align'>) {
  const measure = shaper.measure(face)
  const { size, lines } = fitInLines(text, { width: box.width, height: box.height, largest, mostLines, measure })
  return { measure, size, lines, height: stackHeight(lines, size, measure) }
}
