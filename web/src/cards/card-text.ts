import { type Alignment, type FaceName, fit, fitInLines, type Measure, type Rectangle, stack, stackHeight } from '@hudur/core'

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A face of the cards; only those that `card-fonts.ts` loads. */
export type Face = {
  family: 'Amiri' | 'Aref Ruqaa' | 'Reem Kufi' | 'Cairo' | 'Tajawal' | 'IBM Plex Sans Arabic' | 'El Messiri' | 'Marhey' | 'Rakkas'
  weight: 400 | 600 | 700
}

export const AMIRI: Face = { family: 'Amiri', weight: 400 }
const AMIRI_BOLD: Face = { family: 'Amiri', weight: 700 }
export const RUQAA: Face = { family: 'Aref Ruqaa', weight: 700 }
export const KUFI: Face = { family: 'Reem Kufi', weight: 600 }

/** The faces that a guest's name can be written in. */
export const NAME_FACES: Record<FaceName, Face> = {
  amiri: AMIRI_BOLD,
  'aref-ruqaa': RUQAA,
  'reem-kufi': KUFI,
  cairo: { family: 'Cairo', weight: 700 },
  tajawal: { family: 'Tajawal', weight: 700 },
  plex: { family: 'IBM Plex Sans Arabic', weight: 600 },
  'el-messiri': { family: 'El Messiri', weight: 700 },
  marhey: { family: 'Marhey', weight: 600 },
  rakkas: { family: 'Rakkas', weight: 400 },
}

const fontOf = ({ family, weight }: Face, size: number) => `${weight} ${size}px "${family}", "Amiri", serif`

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

type Block = { text: string; box: Rectangle; face: Face; largest: number; mostLines: number; ink: string; align?: Alignment }

/** A text as large as its box allows, in one line or a few, about the box's middle or along one of its sides. */
export function writeBlock(context: Canvas2D, { ink, align = 'center', ...block }: Block) {
  const { box, face } = block
  const { measure, size, lines } = setBlock(context, block)
  for (const { text, baseline } of stack(lines, size, box.y + box.height / 2, measure))
    writeLine(context, { text, x: middleOf(box, align, measure(text, size).width), baseline, face, size, ink })
}

/** Where the middle of a line stands whose ink is kept inside the box. */
export function middleOf({ x, width }: Rectangle, align: Alignment, taken: number) {
  if (align === 'center') return x + width / 2
  return align === 'left' ? x + taken / 2 : x + width - taken / 2
}

/** How a text would be set in a box, and how high it would stand. */
export function setBlock(context: Canvas2D, { text, box, face, largest, mostLines }: Omit<Block, 'ink' | 'align'>) {
  const measure = measureWith(context, face)
  const { size, lines } = fitInLines(text, { width: box.width, height: box.height, largest, mostLines, measure })
  return { measure, size, lines, height: stackHeight(lines, size, measure) }
}
