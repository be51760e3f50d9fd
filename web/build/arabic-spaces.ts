import type { Plugin } from 'vite'

/**
 * Moves the space character from the Latin font files to the Arabic ones, by changing `unicode-range` in the style sheets. The browser then
 * draws Arabic words and the spaces between them with one font. With two fonts, WebKit draws an Arabic word that ends in a diacritic, such
 * as «واحدٍ», above or below its line. The patterns match ranges as written and as Tailwind minifies them, with question marks.
 */
export const moveSpaceToArabicFonts = (): Plugin => ({
  name: 'arabic-spaces',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(?:$|\?)/ },
    handler: css => ({
      code: css
        .replace(/unicode-range:\s*U\+(?:0600-06FF|6\?\?)/gi, 'unicode-range: U+0020,U+0600-06FF')
        .replace(/unicode-range:\s*U\+(?:0000-00FF|\?\?)/gi, 'unicode-range: U+0000-001F,U+0021-00FF'),
      map: null,
    }),
  },
})
