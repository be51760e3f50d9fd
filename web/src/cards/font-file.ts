import { Blob, Buffer, Direction, Face, Font, type GlyphExtents, shape } from 'harfbuzzjs'
import { getOrCreate } from './get-or-create.ts'

/** A glyph with its offset from the start of its run. Lengths are in the font's units, y upwards. */
export type Glyph = { id: number; x: number; y: number }
export type ShapedGlyphs = { glyphs: Glyph[]; advance: number }

/** The part of a text to shape. The rest of the text decides how letters join at the ends of the part. */
export type TextPart = { text: string; start: number; end: number; isRightToLeft: boolean; script: 'Arab' | 'Latn' }

export type FontFile = {
  unitsPerEm: number
  has: (characters: readonly string[]) => boolean
  /** Returns the glyphs of a part in drawing order, from left to right. */
  shape: (part: TextPart) => ShapedGlyphs
  /** Returns the outline of a glyph as an SVG path. */
  outline: (id: number) => string
  /** Returns the bounding box of a glyph's ink; undefined if it has none. */
  extents: (id: number) => GlyphExtents | undefined
}

/** The HarfBuzz buffer, reused for all texts, because its memory is freed only when the browser collects the object. */
const harfBuzzBuffer = new Buffer()

export function openFont(bytes: ArrayBuffer | Uint8Array): FontFile {
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  const extents = new Map<number, GlyphExtents | undefined>()
  return {
    unitsPerEm: face.upem,
    has: characters => characters.every(character => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined),
    shape({ text, start, end, isRightToLeft, script }) {
      harfBuzzBuffer.reset()
      harfBuzzBuffer.addText(text, start, end - start)
      harfBuzzBuffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
      harfBuzzBuffer.setScript(script)
      harfBuzzBuffer.setLanguage('ar')
      shape(font, harfBuzzBuffer)
      const positions = harfBuzzBuffer.getGlyphPositions()
      let advance = 0
      const glyphs = harfBuzzBuffer.getGlyphInfos().map(({ codepoint: id }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        const glyph = { id, x: advance + xOffset, y: yOffset }
        advance += xAdvance
        return glyph
      })
      return { glyphs, advance }
    },
    outline: id => font.glyphToPath(id),
    extents: id => getOrCreate(extents, id, () => font.glyphExtents(id)),
  }
}
