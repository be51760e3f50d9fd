import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin } from 'vite'
import { ARABIC_DIGITS, ARABIC_LETTERS, subsetPackageFont } from './cut-fonts.ts'

const GUEST_FONT_FACES = [
  {
    ...{ family: 'Amiri', weight: 400, file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2' },
    text: ` ${ARABIC_LETTERS}${ARABIC_DIGITS} «»،؛؟.:()-`,
  },
  {
    family: 'Aref Ruqaa',
    weight: 700,
    file: '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2',
    text: ` ${ARABIC_LETTERS}`,
  },
]

const createFontFaceRule = ({ family, weight }: (typeof GUEST_FONT_FACES)[number], url: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${url}) format("woff2")}`

/** Replaces `<!--faces-->` in the page of an invitation by `@font-face` rules of subset fonts. The page preloads the first font. */
export function addGuestFonts(): Plugin {
  let html = ''
  return {
    name: 'guest-fonts',
    apply: 'build',
    async buildStart() {
      const urls: string[] = []
      for (const { file, text } of GUEST_FONT_FACES) {
        const font = await subsetPackageFont(file, text)
        const digest = createHash('sha256').update(font).digest('hex').slice(0, 8)
        const fileName = `assets/i-page-${path.basename(file, '.woff2')}-${digest}.woff2`
        urls.push(`/${fileName}`)
        this.emitFile({ type: 'asset', fileName, source: font })
      }
      const preload = `<link rel="preload" href="${urls[0]}" as="font" type="font/woff2" crossorigin>`
      html = `${preload}<style>${GUEST_FONT_FACES.map((face, n) => createFontFaceRule(face, urls[n]!)).join('')}</style>`
    },
    transformIndexHtml: {
      order: 'post',
      handler: page => page.replace('<!--faces-->', () => html),
    },
  }
}
