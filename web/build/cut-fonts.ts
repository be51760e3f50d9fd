import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ARABIC_LETTERS } from '@hudur/core/guests/page-letters'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { cacheFolder, writeFileAtomically } from './cache-files.ts'

const require = createRequire(import.meta.url)

const charactersInRange = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n))

export const ARABIC_DIGITS = charactersInRange(0x660, 0x669)
const ARABIC_PUNCTUATION = '،؛؟٪٫٬'
/**
 * The invisible characters that set the direction of a part of a text. The fonts have no glyphs for most of them, but the `unicode-range`
 * of a set must name them: otherwise a page with a date field downloads a whole font.
 */
const DIRECTION_MARKS = `\u200e\u200f${charactersInRange(0x2066, 0x2069)}`

/** The OpenType features that Arabic and Latin text need. Stylistic alternatives are left out. */
const OPENTYPE_FEATURES = 'ccmp locl isol init medi fina rlig liga calt rclt clig mark mkmk kern curs'.split(' ')

/** The options of each subset. Hinting is removed, because most screens ignore it; `noHinting` is missing in the types of the library. */
const SUBSET_OPTIONS = { targetFormat: 'woff2', keepFeatures: OPENTYPE_FEATURES, noHinting: true } as const

/** Reduces a font file of an npm package to the characters of `text`. Returns the font as WOFF2. */
export const subsetPackageFont = async (file: string, text: string) =>
  subsetFont(await readFile(require.resolve(file)), text, SUBSET_OPTIONS)

const SCREEN_FONT_FACES = [
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 400 },
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 500 },
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 600 },
  { family: 'Amiri', font: 'amiri', weight: 400 },
]

/** The character sets of each font face. A browser downloads a set only when the page contains one of its characters. */
const CHARACTER_SETS = [
  { script: 'arabic', part: 'letters', text: ` \u00a0${ARABIC_LETTERS}${ARABIC_DIGITS}${ARABIC_PUNCTUATION}${DIRECTION_MARKS}` },
  {
    script: 'latin',
    part: 'signs',
    text: `${charactersInRange(0x21, 0x40)}${charactersInRange(0x5b, 0x60)}${charactersInRange(0x7b, 0x7e)}«»·×–—…`,
  },
  { script: 'latin', part: 'latin', text: charactersInRange(0x41, 0x5a) + charactersInRange(0x61, 0x7a) },
]

const formatUnicodeRange = (text: string) => [...text].map(character => `U+${character.codePointAt(0)!.toString(16)}`).join(',')

/**
 * Creates the subset fonts of the screens and their style sheet. Returns their folder, whose name is a hash of this file and of the font
 * packages' versions, so a later build uses the files again.
 */
async function createScreenFontSubsets() {
  const packages = [...new Set(SCREEN_FONT_FACES.map(({ font }) => font))].map(font =>
    readFileSync(require.resolve(`@fontsource/${font}/package.json`)),
  )
  const digest = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const content of packages) digest.update(content)
  const folder = path.join(cacheFolder('cut-fonts'), digest.digest('hex').slice(0, 16))
  if (existsSync(path.join(folder, 'faces.css'))) return folder
  const rules: string[] = []
  for (const { family, font, weight } of SCREEN_FONT_FACES)
    for (const { script, part, text } of CHARACTER_SETS) {
      const name = `${font}-${part}-${weight}.woff2`
      writeFileAtomically(
        path.join(folder, name),
        await subsetPackageFont(`@fontsource/${font}/files/${font}-${script}-${weight}-normal.woff2`, text),
      )
      rules.push(
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(./${name}) format("woff2");unicode-range:${formatUnicodeRange(text)}}`,
      )
    }
  writeFileAtomically(path.join(folder, 'faces.css'), rules.join('\n'))
  return folder
}

/**
 * Makes `@cut-fonts/faces.css` available to style sheets: the font faces of the screens, reduced to the characters of Arabic screens. The
 * style sheet is imported after the complete fonts and takes precedence, so a browser downloads a complete font only for other characters.
 */
export const subsetScreenFonts = (): Plugin => ({
  name: 'cut-fonts',
  config: async () => ({ resolve: { alias: { '@cut-fonts': await createScreenFontSubsets() } } }),
})
