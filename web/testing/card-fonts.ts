import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AMIRI_BOLD_TYPEFACE, AMIRI_TYPEFACE, fallbackTypeface, type Typeface } from '@hudur/core/cards/typefaces'
import { convertToTrueType } from '../build/sfnt.ts'
import { type FontFile, openFont } from '../src/cards/font-file.ts'
import { type TypefaceFiles, textShaper } from '../src/cards/text-shaper.ts'

const FONT_SUBSETS = ['arabic', 'latin', 'latin-ext'] as const
const { resolve: resolvePackageFile } = createRequire(import.meta.url)

async function openFontFile(face: Typeface, subset: string): Promise<FontFile | undefined> {
  const name = face.family.toLowerCase().replaceAll(' ', '-')
  try {
    return openFont(
      await convertToTrueType(readFileSync(resolvePackageFile(`@fontsource/${name}/files/${name}-${subset}-${face.weight}-normal.woff2`))),
    )
  } catch (cause) {
    // The font Tajawal has no file for the subset latin-ext.
    if (subset === 'latin-ext') return undefined
    throw cause
  }
}

/**
 * Returns a text shaper that uses the real font files of these faces and of Amiri, and `fontName`, which returns the family and the subset
 * of a font. Characters that the browser would draw in a fallback font count as one em wide.
 */
export async function createTextShaper(faces: readonly Typeface[]) {
  const names = new Map<FontFile, string>()
  const opened = new Map<string, TypefaceFiles>()
  for (const face of [AMIRI_TYPEFACE, AMIRI_BOLD_TYPEFACE, ...faces]) {
    const fonts = await Promise.all(FONT_SUBSETS.map(subset => openFontFile(face, subset)))
    for (const [at, font] of fonts.entries()) if (font) names.set(font, `${face.family} ${FONT_SUBSETS[at]}`)
    opened.set(JSON.stringify(face), { arabic: fonts[0], latin: fonts[1], 'latin-ext': fonts[2] })
  }
  const fontFilesOf = (face: Typeface) => [face, fallbackTypeface(face)].flatMap(each => opened.get(JSON.stringify(each)) ?? [])
  const shaper = textShaper(fontFilesOf, text => ({ width: [...text].length, ascent: 0.8, descent: 0.2 }))
  return { ...shaper, fontName: (font: FontFile) => names.get(font) ?? '' }
}
