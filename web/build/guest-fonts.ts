import { createHash } from 'node:crypto'
import { AMIRI_TYPEFACE, NAME_TYPEFACES, type Typeface } from '@hudur/core/cards/typefaces'
import { ARABIC_LETTERS, NEIGHBOURS_LETTERS, OTHER_LETTERS } from '@hudur/core/guests/page-letters'
import { PAGE_TYPEFACES, type PageTypeface, typefacePartOf } from '@hudur/core/guests/page-typeface'
import type { Plugin } from 'vite'
import { ARABIC_DIGITS, subsetPackageFont } from './cut-fonts.ts'

const USUAL_LETTERS = ` ${ARABIC_LETTERS}${NEIGHBOURS_LETTERS}`
const DIGITS_AND_SIGNS = `${ARABIC_DIGITS} «»،؛؟.:()-`

/** A font: the name of its file, its letters, and by how much they are drawn larger. */
type PageFont = Typeface & { name: string; text: string; sizeAdjust?: number }
/** The font of texts. A page with letters that it lacks has a larger one in its place. */
const USUAL_FONT: PageFont = { ...AMIRI_TYPEFACE, name: 'amiri', text: USUAL_LETTERS + DIGITS_AND_SIGNS }
const LARGER_FONT: PageFont = { ...AMIRI_TYPEFACE, name: 'amiri-larger', text: USUAL_LETTERS + OTHER_LETTERS + DIGITS_AND_SIGNS }
/** The percentages by which titles are drawn in the typefaces of the cards, so that all are about as wide as those in Aref Ruqaa. */
const TITLE_SIZES: Record<PageTypeface, number> = {
  ...{ 'aref-ruqaa': 100, 'reem-kufi': 80, cairo: 76, tajawal: 82, plex: 78, 'el-messiri': 82, marhey: 82, rakkas: 112 },
}
const titleFont = (typeface: PageTypeface): PageFont => ({
  ...{ ...NAME_TYPEFACES[typeface], name: `title-${typeface}`, text: USUAL_LETTERS, sizeAdjust: TITLE_SIZES[typeface] },
})
/** Sets the typeface of titles. The selector outweighs the one of the style sheet. */
const titleStyle = (family: string) => `html:root{--font-card:${family}}`

const packageOf = (family: string) => family.toLowerCase().replaceAll(' ', '-')
const packageFileOf = ({ family, weight }: Typeface) =>
  `@fontsource/${packageOf(family)}/files/${packageOf(family)}-arabic-${weight}-normal.woff2`

const createFontFaceRule = ({ family, weight, sizeAdjust = 100 }: PageFont, url: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${url}) format("woff2")${sizeAdjust === 100 ? '' : `;size-adjust:${sizeAdjust}%`}}`

/**
 * Replaces `<!--faces-->` in the page of an invitation by `@font-face` rules of subset fonts, between which the server chooses: the font of
 * texts has the page's usual letters or all letters (`hasOtherLetters`), and the font of titles is that of the cards (`pageTypefaceOf`).
 */
export function addGuestFonts(): Plugin {
  let html = ''
  return {
    name: 'guest-fonts',
    apply: 'build',
    async buildStart() {
      const emitFont = async (pageFont: PageFont) => {
        const { text, name, weight } = pageFont
        const font = await subsetPackageFont(packageFileOf(pageFont), text)
        const digest = createHash('sha256').update(font).digest('hex').slice(0, 8)
        const fileName = `assets/i-page-${name}-${weight}-${digest}.woff2`
        this.emitFile({ type: 'asset', fileName, source: font })
        return `/${fileName}`
      }
      const textFontHtml = async (font: PageFont) => {
        const url = await emitFont(font)
        return `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin><style>${createFontFaceRule(font, url)}</style>`
      }
      const titleFontHtml = async (typeface: PageTypeface) => {
        const font = titleFont(typeface)
        const rule = createFontFaceRule(font, await emitFont(font))
        return `<style>${rule}${titleStyle(`"${font.family}",var(--font-display)`)}</style>`
      }
      const parts: [name: string, content: string][] = [
        ['usualLetters', await textFontHtml(USUAL_FONT)],
        ['otherLetters', await textFontHtml(LARGER_FONT)],
        ['typeface_none', `<style>${titleStyle('var(--font-display)')}</style>`],
      ]
      for (const typeface of PAGE_TYPEFACES) parts.push([typefacePartOf(typeface), await titleFontHtml(typeface)])
      html = parts.map(([name, content]) => `{{#${name}}}${content}{{/${name}}}`).join('')
    },
    transformIndexHtml: {
      order: 'post',
      handler: page => page.replace('<!--faces-->', () => html),
    },
  }
}
