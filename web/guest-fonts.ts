import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

const range = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n))

/** The Arabic letters and vowel marks (Unicode block Arabic, 0621 to 0652). */
const LETTERS = ` ${range(0x621, 0x63a)}${range(0x640, 0x652)}ٰ`
const DIGITS = range(0x660, 0x669)
const PUNCTUATION = ' «»،؛؟.:()-'

/** The layout features that Arabic text needs, without stylistic alternatives. */
const FEATURES = ['ccmp', 'locl', 'isol', 'init', 'medi', 'fina', 'rlig', 'liga', 'calt', 'rclt', 'clig', 'mark', 'mkmk', 'kern', 'curs']

/** The faces of the page of an invitation: Amiri for its text, Aref Ruqaa for the name of the event. */
const FACES = [
  { family: 'Amiri', weight: 400, file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2', text: LETTERS + DIGITS + PUNCTUATION },
  { family: 'Aref Ruqaa', weight: 700, file: '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2', text: LETTERS },
]

const rule = ({ family, weight }: (typeof FACES)[number], url: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${url}) format("woff2")}`

/**
 * Cuts the fonts of the page of an invitation to the characters that it needs, and puts their rules in place of `<!--faces-->`. The first one,
 * with which most of the page is written, is loaded together with the page.
 */
export function guestFonts(): Plugin {
  let html = ''
  return {
    name: 'guest-fonts',
    apply: 'build',
    async buildStart() {
      const urls: string[] = []
      for (const { file, text } of FACES) {
        const font = await subsetFont(await readFile(require.resolve(file)), text, { targetFormat: 'woff2', keepFeatures: FEATURES })
        const digest = createHash('sha256').update(font).digest('hex').slice(0, 8)
        const fileName = `assets/i-page-${path.basename(file, '.woff2')}-${digest}.woff2`
        urls.push(`/${fileName}`)
        this.emitFile({ type: 'asset', fileName, source: font })
      }
      const preload = `<link rel="preload" href="${urls[0]}" as="font" type="font/woff2" crossorigin>`
      html = `${preload}<style>${FACES.map((face, n) => rule(face, urls[n]!)).join('')}</style>`
    },
    transformIndexHtml: {
      order: 'post',
      handler: page => page.replace('<!--faces-->', () => html),
    },
  }
}
