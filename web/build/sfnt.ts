import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { decompress } from 'wawoff2'
import { cacheFolder, writeFileAtomically } from './cache-files.ts'

let lastConversion: Promise<unknown> = Promise.resolve()

/** Converts a font from WOFF2 to TrueType, one at a time, because the next conversion overwrites the memory of the library's result. */
export function convertToTrueType(woff2: Buffer): Promise<Buffer> {
  const converting = lastConversion.then(async () => Buffer.from(await decompress(woff2)))
  lastConversion = converting.catch(() => undefined)
  return converting
}

/** Lets `….woff2?sfnt` import the URL of the font as TrueType, because HarfBuzz cannot read WOFF2. */
export const convertSfntImports = (): Plugin => ({
  name: 'sfnt',
  enforce: 'pre',
  load: {
    filter: { id: /\.woff2\?sfnt$/ },
    async handler(id) {
      const source = id.slice(0, -'?sfnt'.length)
      const target = path.join(cacheFolder('sfnt'), `${path.basename(source, '.woff2')}.ttf`)
      const converted = await convertToTrueType(readFileSync(source))
      if (!existsSync(target) || !readFileSync(target).equals(converted)) writeFileAtomically(target, converted)
      return `export { default } from ${JSON.stringify(`${target}?url`)}`
    },
  },
})
