import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const FOLDER = path.join(import.meta.dirname, '../node_modules/.cache/cut-fonts')

const characters = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n))

/** The letters and vowel marks of Arabic (Unicode block Arabic, 0621 to 0652, and the small alef 0670). */
export const LETTERS = `${characters(0x621, 0x63a)}${characters(0x640, 0x652)}\u0670`
/** The digits that cards and invitations are written with. */
export const ARABIC_DIGITS = characters(0x660, 0x669)
/** Punctuation in the faces of the Arabic script, without the space. */
const ARABIC_PUNCTUATION = '،؛؟٪٫٬'

/** The layout features that Arabic and Latin text need, without stylistic alternatives. */
const FEATURES = ['ccmp', 'locl', 'isol', 'init', 'medi', 'fina', 'rlig', 'liga', 'calt', 'rclt', 'clig', 'mark', 'mkmk', 'kern', 'curs']

/** Without hinting, which most screens ignore. The types of the library lack that option. */
const CUT = { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true } as const

/** Cuts a font of a package to these characters. Returns it as WOFF2. */
export const cutFont = async (file: string, text: string) => subsetFont(await readFile(require.resolve(file)), text, CUT)

/** The faces of the screens: the text in three weights, and the titles. */
const FACES = [
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 400 },
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 500 },
  { family: 'IBM Plex Sans Arabic', font: 'ibm-plex-sans-arabic', weight: 600 },
  { family: 'Amiri', font: 'amiri', weight: 400 },
]

/** The parts into which each face is cut. Most Arabic screens need no Latin letters, so these are loaded only where they occur. */
const PARTS = [
  { script: 'arabic', part: 'letters', text: ` \u00a0${LETTERS}${ARABIC_DIGITS}${ARABIC_PUNCTUATION}` },
  { script: 'latin', part: 'signs', text: `${characters(0x21, 0x40)}${characters(0x5b, 0x60)}${characters(0x7b, 0x7e)}«»·×–—…` },
  { script: 'latin', part: 'latin', text: characters(0x41, 0x5a) + characters(0x61, 0x7a) },
]

const unicodeRange = (text: string) => [...text].map(character => `U+${character.codePointAt(0)!.toString(16)}`).join(',')

/** Writes a file under its name when it is complete, because two builds may run at once. */
function writeWhole(file: string, content: string | Buffer) {
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
}

/** Cuts the faces of the screens, and writes a style sheet beside them. Returns their folder, whose name depends on what is cut. */
async function cutFaces() {
  const packages = [...new Set(FACES.map(({ font }) => font))].map(font =>
    readFileSync(require.resolve(`@fontsource/${font}/package.json`)),
  )
  const digest = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const content of packages) digest.update(content)
  const folder = path.join(FOLDER, digest.digest('hex').slice(0, 16))
  if (existsSync(path.join(folder, 'faces.css'))) return folder
  mkdirSync(folder, { recursive: true })
  const rules: string[] = []
  for (const { family, font, weight } of FACES)
    for (const { script, part, text } of PARTS) {
      const name = `${font}-${part}-${weight}.woff2`
      writeWhole(path.join(folder, name), await cutFont(`@fontsource/${font}/files/${font}-${script}-${weight}-normal.woff2`, text))
      rules.push(
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(./${name}) format("woff2");unicode-range:${unicodeRange(text)}}`,
      )
    }
  writeWhole(path.join(folder, 'faces.css'), rules.join('\n'))
  return folder
}

/**
 * Makes `@cut-fonts/faces.css` available to style sheets: the faces of the screens, cut to the characters that Arabic screens use. Imported
 * after the whole faces, it takes precedence over them, so that a whole face is loaded only for other characters.
 */
export const cutFonts = (): Plugin => ({
  name: 'cut-fonts',
  config: async () => ({ resolve: { alias: { '@cut-fonts': await cutFaces() } } }),
})
