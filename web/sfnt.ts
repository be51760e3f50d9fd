import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { decompress } from 'wawoff2'

const FOLDER = path.join(import.meta.dirname, '../node_modules/.cache/sfnt')

let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a font from WOFF2 to TrueType. Conversions run one after another: the library returns its own memory, which the next conversion
 * overwrites.
 */
export function trueType(woff2: Buffer): Promise<Buffer> {
  const converting = last.then(async () => Buffer.from(await decompress(woff2)))
  last = converting.catch(() => undefined)
  return converting
}

/**
 * Converts a font imported as `….woff2?sfnt` to TrueType, because HarfBuzz cannot read WOFF2. The import is the URL of the converted file.
 */
export const sfnt = (): Plugin => ({
  name: 'sfnt',
  enforce: 'pre',
  load: {
    filter: { id: /\.woff2\?sfnt$/ },
    async handler(id) {
      const source = id.slice(0, -'?sfnt'.length)
      const target = path.join(FOLDER, `${path.basename(source, '.woff2')}.ttf`)
      const converted = await trueType(readFileSync(source))
      if (!existsSync(target) || !readFileSync(target).equals(converted)) {
        mkdirSync(FOLDER, { recursive: true })
        // Renamed only when complete, because two builds may run at once.
        writeFileSync(`${target}.${process.pid}`, converted)
        renameSync(`${target}.${process.pid}`, target)
      }
      return `export { default } from ${JSON.stringify(`${target}?url`)}`
    },
  },
})
