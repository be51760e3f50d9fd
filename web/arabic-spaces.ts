import type { Plugin } from 'vite'

/**
 * Moves the space from the Latin font files to the Arabic ones, by changing their `unicode-range`. A run of Arabic letters then continues
 * over its spaces. Otherwise WebKit places a whole run too high or too low if its last character is a diacritic: «واحدٍ» stood below its
 * line where a space of another font followed. Ranges are as written, or contain question marks if Tailwind has minified them.
 */
export const arabicSpaces = (): Plugin => ({
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
