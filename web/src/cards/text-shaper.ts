import type { MeasureText } from '@hudur/core/cards/fit'
import { fallbackTypeface, type Typeface } from '@hudur/core/cards/typefaces'
import bidiFactory from 'bidi-js'
import type { FontFile, Glyph } from './font-file.ts'
import { getOrCreate } from './get-or-create.ts'

/** The files of a font. A file that could not be loaded is missing. */
export type TypefaceFiles = { arabic?: FontFile | undefined; latin?: FontFile | undefined; 'latin-ext'?: FontFile | undefined }

/** A part of a text in one font: glyphs, or characters that no font of the cards has, which the browser writes. */
type ShapedRun = { x: number } & ({ font: FontFile; glyphs: Glyph[] } | { text: string; isRightToLeft: boolean })

/** A text on one line. Lengths are in ems from the text's left end and from the baseline; `left` and `right` bound the ink. */
export type ShapedText = { runs: ShapedRun[]; width: number; left: number; right: number; ascent: number; descent: number }

/** Returns the extent of a text in the browser's fallback font, in ems. */
export type MeasureFallback = (text: string, isRightToLeft: boolean) => { width: number; ascent: number; descent: number }

export type TextShaper = {
  shape: (text: string, face: Typeface) => ShapedText
  measure: (face: Typeface) => MeasureText
  /** Returns the typeface for a whole text: its substitute where that has more of its letters, so that no word is of two typefaces. */
  faceFor: (text: string, face: Typeface) => Typeface
}

/** The number of texts that are cached. A text is shaped a few times in succession and then not again. */
const MAX_CACHED_TEXTS = 500

const { getEmbeddingLevels, getReorderedIndices } = bidiFactory()

const ARABIC_CHARACTER = /\p{Script_Extensions=Arabic}/u
const LETTER_CLUSTERS = /\P{M}[\p{M}\p{Cf}\p{Emoji_Modifier}]*|\p{M}+/gu
const LETTERS = /\p{L}\p{M}*/gu
const INVISIBLE_CHARACTER = /\p{Default_Ignorable_Code_Point}/u
const EMOJI_CHARACTER = /[\u{1f000}-\u{1ffff}]/gu

/** Returns a text shaper for cards. `filesOf` returns the files of a font, followed by those of its substitutes. */
export function textShaper(filesOf: (face: Typeface) => readonly TypefaceFiles[], measureOther: MeasureFallback): TextShaper {
  const shapedTexts = new Map<string, ShapedText>()
  const choosers = new Map<string, ChooseFont>()

  function shape(text: string, face: Typeface) {
    const name = `${face.weight} ${face.family}`
    const key = `${name} ${text}`
    if (shapedTexts.size >= MAX_CACHED_TEXTS && !shapedTexts.has(key)) shapedTexts.clear()
    const choose = getOrCreate(choosers, name, () => fontChooserOf(filesOf(face)))
    return getOrCreate(shapedTexts, key, () => shapeText(text, choose, measureOther))
  }

  const missingLetters = (letters: readonly string[], face: Typeface) => {
    const { arabic, latin, 'latin-ext': latinExt } = filesOf(face)[0] ?? {}
    return letters.filter(letter => ![arabic, latin, latinExt].some(font => font?.has([...letter]))).length
  }

  return {
    shape,
    faceFor(text, face) {
      const letters = text.normalize('NFC').match(LETTERS) ?? []
      const substitute = fallbackTypeface(face)
      return missingLetters(letters, substitute) < missingLetters(letters, face) ? substitute : face
    },
    /** Measures the ink around the text's centre: diacritics and swashes extend beyond the letters' advance. */
    measure: face => (text, size) => {
      const { width, left, right, ascent, descent } = shape(text, face)
      return { width: Math.max(width, width - 2 * left, 2 * right - width) * size, ascent: ascent * size, descent: descent * size }
    },
  }
}

type TextSegment = { start: number; end: number; level: number; font: FontFile | undefined; script: 'Arab' | 'Latn' }

function shapeText(rawText: string, choose: ChooseFont, measureOther: MeasureFallback): ShapedText {
  const text = rawText.normalize('NFC')
  // A text without Arabic letters runs from left to right; otherwise its full stops and brackets would change sides. The library takes the
  // surrogate halves of an emoji for Latin letters, so U+FFFC replaces each half: its direction is neutral, like that of an emoji.
  const levels = getEmbeddingLevels(text.replace(EMOJI_CHARACTER, '\ufffc\ufffc'), ARABIC_CHARACTER.test(text) ? 'rtl' : 'ltr')
  const order = getReorderedIndices(text, levels)
  const line: ShapedText = {
    runs: [],
    width: 0,
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    ascent: Number.NEGATIVE_INFINITY,
    descent: Number.NEGATIVE_INFINITY,
  }
  const visualIndex = new Map(order.map((index, at) => [index, at]))
  const parts = splitIntoSegments(text, levels.levels, choose)
  for (const part of parts.sort((a, b) => (visualIndex.get(a.start) ?? 0) - (visualIndex.get(b.start) ?? 0)))
    addRun(line, text, part, measureOther)
  if (line.left > line.right) Object.assign(line, { left: 0, right: line.width, ascent: 0, descent: 0 })
  return line
}

function splitIntoSegments(text: string, levels: Uint8Array, choose: ChooseFont): TextSegment[] {
  const parts: TextSegment[] = []
  for (const { 0: cluster, index: start } of text.matchAll(LETTER_CLUSTERS)) {
    const last = parts.at(-1)
    const level = levels[start] ?? 0
    const { font, script } = choose(cluster, level % 2 === 1) ?? last ?? INVISIBLE_FONT_CHOICE
    const end = start + cluster.length
    if (last && last.level === level && last.font === font && last.script === script) last.end = end
    else parts.push({ start, end, level, font, script })
  }
  return parts
}

const INVISIBLE_FONT_CHOICE = { font: undefined, script: 'Latn' } as const

type FontChoice = Pick<TextSegment, 'font' | 'script'>
/** Returns the font and script of a letter with its diacritics; undefined if all its characters are invisible. */
type ChooseFont = (cluster: string, isRightToLeft: boolean) => FontChoice | undefined

/**
 * Returns a function that finds the first font with a letter and all its diacritics. Characters of both scripts, such as brackets, have
 * other shapes among Arabic letters, which the fonts keep under that script.
 */
function fontChooserOf(files: readonly TypefaceFiles[]): ChooseFont {
  const fontsInOrder = (isArabic: boolean) =>
    files.flatMap(({ arabic, latin, 'latin-ext': latinExt }) => (isArabic ? [arabic, latin, latinExt] : [latin, latinExt, arabic]))
  const fonts = { arabic: fontsInOrder(true), latin: fontsInOrder(false) }
  const chosenFonts = new Map<string, FontChoice | undefined>()

  function chooseFont(cluster: string, isRightToLeft: boolean): FontChoice | undefined {
    const characters = [...cluster].filter(character => !INVISIBLE_CHARACTER.test(character))
    if (characters.length === 0) return undefined
    const isArabic = characters.some(character => ARABIC_CHARACTER.test(character) || (isRightToLeft && character === ' '))
    const font = fonts[isArabic ? 'arabic' : 'latin'].find(one => one?.has(characters))
    return { font, script: isArabic || isRightToLeft ? 'Arab' : 'Latn' }
  }

  return (cluster, isRightToLeft) => getOrCreate(chosenFonts, `${isRightToLeft}${cluster}`, () => chooseFont(cluster, isRightToLeft))
}

function addRun(line: ShapedText, text: string, { start, end, level, font, script }: TextSegment, measureOther: MeasureFallback) {
  const isRightToLeft = level % 2 === 1
  const x = line.width
  if (!font) {
    const other = text.slice(start, end)
    const { width, ascent, descent } = measureOther(other, isRightToLeft)
    line.runs.push({ x, text: other, isRightToLeft })
    addInkExtent(line, { left: x, right: x + width, ascent, descent })
    line.width += width
    return
  }
  const { glyphs, advance } = font.shape({ text, start, end, isRightToLeft, script })
  const em = font.unitsPerEm
  for (const { id, x: dx, y } of glyphs) {
    const box = font.extents(id)
    if (!box?.width || !box.height) continue
    const [left, top] = [x + (dx + box.xBearing) / em, (y + box.yBearing) / em]
    addInkExtent(line, { left, right: left + box.width / em, ascent: top, descent: -(top + box.height / em) })
  }
  line.runs.push({ x, font, glyphs })
  line.width += advance / em
}

function addInkExtent(line: ShapedText, { left, right, ascent, descent }: Omit<ShapedText, 'runs' | 'width'>) {
  line.left = Math.min(line.left, left)
  line.right = Math.max(line.right, right)
  line.ascent = Math.max(line.ascent, ascent)
  line.descent = Math.max(line.descent, descent)
}
