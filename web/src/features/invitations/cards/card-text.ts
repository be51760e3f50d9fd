import { fit, fitInLines, type Measure, type Rectangle, stack, stackHeight } from '@hudur/core'

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A face of the cards; only those that `card-fonts.ts` loads. */
export type Face = { family: 'Amiri' | 'Aref Ruqaa' | 'Reem Kufi'; weight: 400 | 600 | 700 }

export const AMIRI: Face = { family: 'Amiri', weight: 400 }
export const AMIRI_BOLD: Face = { family: 'Amiri', weight: 700 }
export const RUQAA: Face = { family: 'Aref Ruqaa', weight: 700 }
export const KUFI: Face = { family: 'Reem Kufi', weight: 600 }

export const fontOf = ({ family, weight }: Face, size: number) => `${weight} ${size}px "${family}", "Amiri", serif`

const ARABIC = /\p{Script=Arabic}/u

/** Centred about x. A name in Latin letters alone runs left to right, or its full stops and brackets would change sides. */
function prepare(context: Canvas2D, text: string, face: Face, size: number) {
  context.font = fontOf(face, size)
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.letterSpacing = '0px'
  context.direction = ARABIC.test(text) ? 'rtl' : 'ltr'
}

/** Measures what is really inked: marks above tall letters and swashes beside them reach further than the letters' advance. */
export const measureWith =
  (context: Canvas2D, face: Face): Measure =>
  (text, size) => {
    prepare(context, text, face, size)
    const {
      width,
      actualBoundingBoxLeft: left,
      actualBoundingBoxRight: right,
      actualBoundingBoxAscent,
      actualBoundingBoxDescent,
    } = context.measureText(text)
    return { width: Math.max(width, 2 * left, 2 * right), ascent: actualBoundingBoxAscent, descent: actualBoundingBoxDescent }
  }

type Line = { text: string; x: number; baseline: number; face: Face; size: number; ink: string }

export function writeLine(context: Canvas2D, { text, x, baseline, face, size, ink }: Line) {
  prepare(context, text, face, size)
  context.fillStyle = ink
  context.fillText(text, x, baseline)
}

/** A line of our own words, made smaller where it would be wider than `width`. */
export function writeWithin(context: Canvas2D, width: number, line: Line) {
  const room = { width, height: Number.POSITIVE_INFINITY, largest: line.size, measure: measureWith(context, line.face) }
  const size = fit(line.text, room)
  writeLine(context, { ...line, size })
}

type Block = { text: string; box: Rectangle; face: Face; largest: number; mostLines: number; ink: string }

/** A text as large as its box allows, in one line or a few, about the box's middle. Gives how high it stands. */
export function writeBlock(context: Canvas2D, { text, box, face, largest, mostLines, ink }: Block) {
  const { measure, size, lines } = setBlock(context, { text, box, face, largest, mostLines })
  for (const { text: line, baseline } of stack(lines, size, box.y + box.height / 2, measure))
    writeLine(context, { text: line, x: box.x + box.width / 2, baseline, face, size, ink })
}

/** How a text would be set in a box, and how high it would stand. */
export function setBlock(context: Canvas2D, { text, box, face, largest, mostLines }: Omit<Block, 'ink'>) {
  const measure = measureWith(context, face)
  const { size, lines } = fitInLines(text, { width: box.width, height: box.height, largest, mostLines, measure })
  return { measure, size, lines, height: stackHeight(lines, size, measure) }
}
