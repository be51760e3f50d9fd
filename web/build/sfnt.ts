import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { decompress } from 'wawoff2'

const CACHE_FOLDER = path.join(import.meta.dirname, '../../node_modules/.cache/sfnt')

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
      const target = path.join(CACHE_FOLDER, `${path.basename(source, '.woff2')}.ttf`)
      const converted = await convertToTrueType(readFileSync(source))
      if (!existsSync(target) || !readFileSync(target).equals(converted)) {
        mkdirSync(CACHE_FOLDER, { recursive: true })
        // Writes a temporary file and then renames it, because two builds may write the same file at the same time.
        writeFileSync(`${target}.${process.pid}`, converted)
        renameSync(`${target}.${process.pid}`, target)
      }
      return `export { default } from ${JSON.stringify(`${target}?url`)}`
    },
  },
})
