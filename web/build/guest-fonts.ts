import { createHash } from 'node:crypto'
import { ARABIC_LETTERS, NEIGHBOURS_LETTERS, OTHER_LETTERS } from '@hudur/core/guests/page-letters'
import type { Plugin } from 'vite'
import { ARABIC_DIGITS, subsetPackageFont } from './cut-fonts.ts'

const AMIRI = { family: 'Amiri', weight: 400, file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2' }
const USUAL_LETTERS = ` ${ARABIC_LETTERS}${NEIGHBOURS_LETTERS}`
const DIGITS_AND_SIGNS = `${ARABIC_DIGITS} «»،؛؟.:()-`

type FontFace = typeof AMIRI & { name: string; text: string }
/** The fonts of a page, of which the first is preloaded. A page with letters that they lack has one larger font for all its texts. */
const USUAL_FACES: FontFace[] = [
  { ...AMIRI, name: 'amiri', text: USUAL_LETTERS + DIGITS_AND_SIGNS },
  {
    ...{ family: 'Aref Ruqaa', weight: 700, file: '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2' },
    ...{ name: 'aref-ruqaa', text: USUAL_LETTERS },
  },
]
const LARGER_FACES: FontFace[] = [{ ...AMIRI, name: 'amiri-larger', text: USUAL_LETTERS + OTHER_LETTERS + DIGITS_AND_SIGNS }]
/** With the larger font no text has the typeface of the cards. The selector outweighs the one of the style sheet. */
const LARGER_STYLE = 'html:root{--font-card:var(--font-display)}'

const createFontFaceRule = ({ family, weight }: FontFace, url: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${url}) format("woff2")}`

/**
 * Replaces `<!--faces-->` in the page of an invitation by `@font-face` rules of subset fonts: those of the page's usual letters and those of
 * all letters, between which the server chooses (`hasOtherLetters`).
 */
export function addGuestFonts(): Plugin {
  let html = ''
  return {
    name: 'guest-fonts',
    apply: 'build',
    async buildStart() {
      const emitFont = async ({ file, text, name, weight }: FontFace) => {
        const font = await subsetPackageFont(file, text)
        const digest = createHash('sha256').update(font).digest('hex').slice(0, 8)
        const fileName = `assets/i-page-${name}-${weight}-${digest}.woff2`
        this.emitFile({ type: 'asset', fileName, source: font })
        return `/${fileName}`
      }
      const facesHtml = async (faces: readonly FontFace[], style = '') => {
        const urls: string[] = []
        for (const face of faces) urls.push(await emitFont(face))
        const preload = `<link rel="preload" href="${urls[0]}" as="font" type="font/woff2" crossorigin>`
        return `${preload}<style>${faces.map((face, n) => createFontFaceRule(face, urls[n]!)).join('')}${style}</style>`
      }
      html = `{{#usualLetters}}${await facesHtml(USUAL_FACES)}{{/usualLetters}}{{#otherLetters}}${await facesHtml(LARGER_FACES, LARGER_STYLE)}{{/otherLetters}}`
    },
    transformIndexHtml: {
      order: 'post',
      handler: page => page.replace('<!--faces-->', () => html),
    },
  }
}
