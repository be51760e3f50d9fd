import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin } from 'vite'
import { ARABIC_DIGITS, cutFont, LETTERS } from './cut-fonts.ts'

/** The faces of the page of an invitation: Amiri for its text, Aref Ruqaa for the name of the event. */
const FACES = [
  {
    ...{ family: 'Amiri', weight: 400, file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2' },
    text: ` ${LETTERS}${ARABIC_DIGITS} «»،؛؟.:()-`,
  },
  { family: 'Aref Ruqaa', weight: 700, file: '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2', text: ` ${LETTERS}` },
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
        const font = await cutFont(file, text)
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
