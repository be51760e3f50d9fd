import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Splits each catalogue of `text/ar/` into one module for each text that it exports. The bundler assigns whole modules to chunks, so a chunk
 * then has only the texts that its screens name.
 */
export const splitTexts = (): Plugin => ({
  name: 'split-texts',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/text\/ar\/[\w-]+\.ts(?:\?text=\w+)?$/ },
    handler(id) {
      const [file = '', name] = id.split('?text=')
      const [head, ...exported] = readFileSync(file, 'utf8').split(/^export const (?=\w+ )/m)
      if (exported.length === 0) return null
      const sources = new Map(exported.map(source => [/^\w+/.exec(source)![0], source]))
      const idOf = (text: string) => JSON.stringify(`${file}?text=${text}`)
      if (!name) return { code: [...sources.keys()].map(text => `export { ${text} } from ${idOf(text)}\n`).join(''), moduleType: 'ts' }
      const source = sources.get(name)!
      const used = [...sources.keys()].filter(text => text !== name && new RegExp(`(?<!\\.)\\b${text}\\.\\w`).test(source))
      const imports = used.map(text => `import { ${text} } from ${idOf(text)}\n`).join('')
      return { code: `${imports}${head}export const ${source}`, moduleType: 'ts' }
    },
  },
})
