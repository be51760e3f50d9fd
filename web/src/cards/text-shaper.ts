import type { Face, Measure } from '@hudur/core'
import bidiFactory from 'bidi-js'
import type { FontFile, Glyph } from './font-file.ts'
import { cached } from './remembered.ts'

/** The files of a font. A file that could not be loaded is missing. */
export type FaceFiles = { arabic?: FontFile | undefined; latin?: FontFile | undefined; 'latin-ext'?: FontFile | undefined }

/** A part of a text in one font: glyphs, or characters that no font of the cards has, which the browser writes. */
type ShapedRun = { x: number } & ({ font: FontFile; glyphs: Glyph[] } | { text: string; isRightToLeft: boolean })

/** A text on one line. Lengths are in ems from the text's left end and from the baseline; `left` and `right` bound the ink. */
export type ShapedText = { runs: ShapedRun[]; width: number; left: number; right: number; ascent: number; descent: number }

/** Returns the extent of a text in the browser's own font, in ems. */
export type MeasureOther = (text: string, isRightToLeft: boolean) => { width: number; ascent: number; descent: number }

export type TextShaper = { shape: (text: string, face: Face) => ShapedText; measure: (face: Face) => Measure }

/** The number of texts that stay cached: a text is shaped a few times in a row and then no more. */
const MAX_CACHED = 500

const { getEmbeddingLevels, getReorderedIndices } = bidiFactory()

const ARABIC = /\p{Script_Extensions=Arabic}/u
const CLUSTERS = /\P{M}[\p{M}\p{Cf}\p{Emoji_Modifier}]*|\p{M}+/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const EMOJI = /[\u{1f000}-\u{1ffff}]/gu

/** Returns a text shaper for cards. `filesOf` returns the files of a font, followed by those of its substitutes. */
export function textShaper(filesOf: (face: Face) => readonly FaceFiles[], measureOther: MeasureOther): TextShaper {
  const shaped = new Map<string, ShapedText>()
  const choosers = new Map<string, ChooseFont>()

  function shape(text: string, face: Face) {
    const name = `${face.weight} ${face.family}`
    const key = `${name} ${text}`
    const cachedText = shaped.get(key)
    if (cachedText) return cachedText
    if (shaped.size >= MAX_CACHED) shaped.clear()
    const choose = cached(choosers, name, () => chooserOf(filesOf(face)))
    const shapedText = shapeText(text, choose, measureOther)
    shaped.set(key, shapedText)
    return shapedText
  }

  return {
    shape,
    /** Measures the ink around the text's centre: diacritics and swashes extend beyond the letters' advance. */
    measure: face => (text, size) => {
      const { width, left, right, ascent, descent } = shape(text, face)
      return { width: Math.max(width, width - 2 * left, 2 * right - width) * size, ascent: ascent * size, descent: descent * size }
    },
  }
}

type Part = { start: number; end: number; level: number; font: FontFile | undefined; script: 'Arab' | 'Latn' }

function shapeText(rawText: string, choose: ChooseFont, measureOther: MeasureOther): ShapedText {
  const text = rawText.normalize('NFC')
  // A text of Latin letters only runs from left to right; otherwise its full stops and brackets would change sides. The library takes the
  // halves of an emoji for Latin letters, so each is replaced by an object character, which is neutral like an emoji.
  const levels = getEmbeddingLevels(text.replace(EMOJI, '\ufffc\ufffc'), ARABIC.test(text) ? 'rtl' : 'ltr')
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
  const parts = partsOf(text, levels.levels, choose)
  for (const part of parts.sort((a, b) => (visualIndex.get(a.start) ?? 0) - (visualIndex.get(b.start) ?? 0)))
    addRun(line, text, part, measureOther)
  if (line.left > line.right) Object.assign(line, { left: 0, right: line.width, ascent: 0, descent: 0 })
  return line
}

/** Splits a text into parts with one direction, one font and one script. */
function partsOf(text: string, levels: Uint8Array, choose: ChooseFont): Part[] {
  const parts: Part[] = []
  for (const { 0: cluster, index: start } of text.matchAll(CLUSTERS)) {
    const last = parts.at(-1)
    const level = levels[start] ?? 0
    const { font, script } = choose(cluster, level % 2 === 1) ?? last ?? INVISIBLE_CHOICE
    const end = start + cluster.length
    if (last && last.level === level && last.font === font && last.script === script) last.end = end
    else parts.push({ start, end, level, font, script })
  }
  return parts
}

/** The font and script of invisible characters at the beginning of a text. */
const INVISIBLE_CHOICE = { font: undefined, script: 'Latn' } as const

type Choice = Pick<Part, 'font' | 'script'>
/** Returns the font of a letter with its diacritics; undefined if nothing of it is visible. */
type ChooseFont = (cluster: string, isRightToLeft: boolean) => Choice | undefined

/**
 * Returns a function that finds the first font with a letter and all its diacritics. Characters of both scripts, such as brackets and full
 * stops, have other shapes among Arabic letters, which the fonts keep under that script.
 */
function chooserOf(files: readonly FaceFiles[]): ChooseFont {
  const fontsOf = (isArabic: boolean) =>
    files.flatMap(({ arabic, latin, 'latin-ext': latinExt }) => (isArabic ? [arabic, latin, latinExt] : [latin, latinExt, arabic]))
  const fonts = { arabic: fontsOf(true), latin: fontsOf(false) }
  const chosen = new Map<string, Choice | undefined>()

  function choose(cluster: string, isRightToLeft: boolean): Choice | undefined {
    const characters = [...cluster].filter(character => !INVISIBLE.test(character))
    if (characters.length === 0) return undefined
    const isArabic = characters.some(character => ARABIC.test(character) || (isRightToLeft && character === ' '))
    const font = fonts[isArabic ? 'arabic' : 'latin'].find(one => one?.has(characters))
    return { font, script: isArabic || isRightToLeft ? 'Arab' : 'Latn' }
  }

  return (cluster, isRightToLeft) => cached(chosen, `${isRightToLeft}${cluster}`, () => choose(cluster, isRightToLeft))
}

function addRun(line: ShapedText, text: string, { start, end, level, font, script }: Part, measureOther: MeasureOther) {
  const isRightToLeft = level % 2 === 1
  const x = line.width
  if (!font) {
    const other = text.slice(start, end)
    const { width, ascent, descent } = measureOther(other, isRightToLeft)
    line.runs.push({ x, text: other, isRightToLeft })
    addInk(line, { left: x, right: x + width, ascent, descent })
    line.width += width
    return
  }
  const { glyphs, advance } = font.shape({ text, start, end, isRightToLeft, script })
  const em = font.unitsPerEm
  for (const { id, x: dx, y } of glyphs) {
    const box = font.extents(id)
    if (!box?.width || !box.height) continue
    const [left, top] = [x + (dx + box.xBearing) / em, (y + box.yBearing) / em]
    addInk(line, { left, right: left + box.width / em, ascent: top, descent: -(top + box.height / em) })
  }
  line.runs.push({ x, font, glyphs })
  line.width += advance / em
}

function addInk(line: ShapedText, { left, right, ascent, descent }: Omit<ShapedText, 'runs' | 'width'>) {
  line.left = Math.min(line.left, left)
  line.right = Math.max(line.right, right)
  line.ascent = Math.max(line.ascent, ascent)
  line.descent = Math.max(line.descent, descent)
}
