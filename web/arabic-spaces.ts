import type { Plugin } from 'vite'

/**
 * Gives the space to the faces of Arabic letters, and takes it from those of Latin ones. A run of letters then goes on over its spaces. WebKit
 * sets a whole run too high or too low when its last sign is a mark: «واحدٍ» stood beneath its line where a space of another face followed.
 * Ranges come as they were written or, where Tailwind has minified them, with question marks.
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
