import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AMIRI, AMIRI_BOLD, type Face, standIn } from '@hudur/core'
import { trueType } from '../sfnt.ts'
import { type FontFile, openFont } from '../src/cards/font-file.ts'
import { type FaceFiles, textShaper } from '../src/cards/text-shaper.ts'

const SUBSETS = ['arabic', 'latin', 'latin-ext'] as const
const { resolve } = createRequire(import.meta.url)

async function open(face: Face, subset: string): Promise<FontFile | undefined> {
  const name = face.family.toLowerCase().replaceAll(' ', '-')
  try {
    return openFont(await trueType(readFileSync(resolve(`@fontsource/${name}/files/${name}-${subset}-${face.weight}-normal.woff2`))))
  } catch (cause) {
    // Tajawal has no file for this subset.
    if (subset === 'latin-ext') return undefined
    throw cause
  }
}

/**
 * Returns the shaper of the cards with the real files of these faces and of Amiri, and `fontName`, which gives a font's family and subset.
 * Characters that the browser would draw in a fallback font are one em wide.
 */
export async function shaperOf(faces: readonly Face[]) {
  const names = new Map<FontFile, string>()
  const opened = new Map<string, FaceFiles>()
  for (const face of [AMIRI, AMIRI_BOLD, ...faces]) {
    const fonts = await Promise.all(SUBSETS.map(subset => open(face, subset)))
    for (const [at, font] of fonts.entries()) if (font) names.set(font, `${face.family} ${SUBSETS[at]}`)
    opened.set(JSON.stringify(face), { arabic: fonts[0], latin: fonts[1], 'latin-ext': fonts[2] })
  }
  const filesOf = (face: Face) => [face, standIn(face)].flatMap(each => opened.get(JSON.stringify(each)) ?? [])
  const shaper = textShaper(filesOf, text => ({ width: [...text].length, ascent: 0.8, descent: 0.2 }))
  return { ...shaper, fontName: (font: FontFile) => names.get(font) ?? '' }
}
