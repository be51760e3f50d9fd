import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AMIRI, AMIRI_BOLD, type Face, fallbackFace } from '@hudur/core'
import { convertToTrueType } from '../sfnt.ts'
import { type FontFile, openFont } from '../src/cards/font-file.ts'
import { type FaceFiles, textShaper } from '../src/cards/text-shaper.ts'

const SUBSETS = ['arabic', 'latin', 'latin-ext'] as const
const { resolve } = createRequire(import.meta.url)

async function openFontFile(face: Face, subset: string): Promise<FontFile | undefined> {
  const name = face.family.toLowerCase().replaceAll(' ', '-')
  try {
    return openFont(
      await convertToTrueType(readFileSync(resolve(`@fontsource/${name}/files/${name}-${subset}-${face.weight}-normal.woff2`))),
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
export async function createTextShaper(faces: readonly Face[]) {
  const names = new Map<FontFile, string>()
  const opened = new Map<string, FaceFiles>()
  for (const face of [AMIRI, AMIRI_BOLD, ...faces]) {
    const fonts = await Promise.all(SUBSETS.map(subset => openFontFile(face, subset)))
    for (const [at, font] of fonts.entries()) if (font) names.set(font, `${face.family} ${SUBSETS[at]}`)
    opened.set(JSON.stringify(face), { arabic: fonts[0], latin: fonts[1], 'latin-ext': fonts[2] })
  }
  const filesOf = (face: Face) => [face, fallbackFace(face)].flatMap(each => opened.get(JSON.stringify(each)) ?? [])
  const shaper = textShaper(filesOf, text => ({ width: [...text].length, ascent: 0.8, descent: 0.2 }))
  return { ...shaper, fontName: (font: FontFile) => names.get(font) ?? '' }
}
