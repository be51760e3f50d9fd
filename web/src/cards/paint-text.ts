import type { TextLine } from '@hudur/core/cards/template'
import type { FontFile } from './font-file.ts'
import { getOrCreate } from './get-or-create.ts'
import type { MeasureFallback, TextShaper } from './text-shaper.ts'

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The font for characters that no font of the cards has, such as emoji and other scripts. */
const fallbackFontCss = (size: number) => `${size}px serif`

function setFallbackFont(context: Canvas2D, size: number, isRightToLeft: boolean) {
  context.font = fallbackFontCss(size)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.letterSpacing = '0px'
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
}

const MEASURED_FONT_SIZE = 100

/** Returns a function that measures text in the browser's fallback font with this context. */
export const fallbackMeasurer =
  (context: Canvas2D): MeasureFallback =>
  (text, isRightToLeft) => {
    setFallbackFont(context, MEASURED_FONT_SIZE, isRightToLeft)
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(text)
    return {
      width: width / MEASURED_FONT_SIZE,
      ascent: actualBoundingBoxAscent / MEASURED_FONT_SIZE,
      descent: actualBoundingBoxDescent / MEASURED_FONT_SIZE,
    }
  }

const outlineCache = new WeakMap<FontFile, Map<number, Path2D>>()

function glyphOutlineOf(font: FontFile, id: number) {
  const outlines = getOrCreate(outlineCache, font, () => new Map<number, Path2D>())
  return getOrCreate(outlines, id, () => new Path2D(font.outline(id)))
}

/** Draws a text as its glyphs' outlines, each filled by itself, because a single path could leave holes where two overlap. */
export function paintText(context: Canvas2D, { text, x, baseline, face, size, ink }: TextLine, shaper: TextShaper) {
  const { runs, width } = shaper.shape(text, face)
  context.fillStyle = ink
  for (const run of runs) {
    context.save()
    context.translate(x + (run.x - width / 2) * size, baseline)
    if ('text' in run) {
      setFallbackFont(context, size, run.isRightToLeft)
      context.fillText(run.text, 0, 0)
    } else {
      const scale = size / run.font.unitsPerEm
      context.scale(scale, -scale)
      let at = { x: 0, y: 0 }
      for (const glyph of run.glyphs) {
        context.translate(glyph.x - at.x, glyph.y - at.y)
        context.fill(glyphOutlineOf(run.font, glyph.id))
        at = glyph
      }
    }
    context.restore()
  }
}
