import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { printTable, roundToTenth } from './figures.ts'

const WEB_FOLDER = path.resolve(import.meta.dirname, '../web')

/** Matches files in formats that are already compressed. */
const COMPRESSED_FILE = /\.(?:woff2|png|webp)$/

/** Changes that each make a new version: a text of one screen, a text that every screen loads, a colour of one template. */
const SOURCE_CHANGES = [
  { what: 'a text of the scanner', file: 'web/src/text/ar/check-in.ts', from: "table: 'الطاولة'", to: "table: 'رقم الطاولة'" },
  {
    what: 'a text that the server and every screen share',
    file: 'core/src/texts/refusals.ts',
    from: "notFound = '",
    to: "notFound = 'عذراً، ",
  },
  { what: 'the drawing of one template', file: 'web/src/cards/templates/sadu.ts', from: '#8c1f22', to: '#8c1f23' },
] as const

type SourceChange = (typeof SOURCE_CHANGES)[number]

const sourceChangePlugin = ({ file, from, to }: SourceChange): Plugin => ({
  name: 'changed',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(file)) return undefined
    if (!code.includes(from)) throw new Error(`«${from}» is not in ${file}.`)
    return code.replace(from, to)
  },
})

/** Builds the site. Returns the files that its service worker stores: their URL and revision, and their transferred size in bytes. */
const buildAndListFiles = (version?: SourceChange) =>
  withTemporaryFolder(async outDir => {
    await build({
      root: WEB_FOLDER,
      logLevel: 'error',
      plugins: version ? [sourceChangePlugin(version)] : [],
      build: { outDir, emptyOutDir: true },
    })
    const worker = await readFile(path.join(outDir, 'service-worker.js'), 'utf8')
    const entries = [...worker.matchAll(/\{url:`([^`]+)`,revision:(`[^`]*`|null)\}/g)]
    if (entries.length === 0) throw new Error('service-worker.js contains no list of files')
    const sizes = entries.map(async ([, url = '', revision]): Promise<[string, number]> => {
      const content = await readFile(path.join(outDir, url))
      return [`${url} ${revision}`, COMPRESSED_FILE.test(url) ? content.length : brotliCompressSync(content).length]
    })
    return new Map([...(await Promise.all(sizes)), ['service-worker.js', brotliCompressSync(worker).length]])
  })

const totalKilobytes = (sizes: Iterable<number>) => roundToTenth([...sizes].reduce((sum, size) => sum + size, 0) / 1_000)

/** Measures how much a device with the installed app downloads after a new version, compared with the size of all stored files. */
export async function bench() {
  const before = await buildAndListFiles()
  const rows: Record<string, unknown>[] = [
    { 'what has changed': 'everything (the first visit)', files: before.size, KB: totalKilobytes(before.values()) },
  ]
  for (const version of SOURCE_CHANGES) {
    const after = await buildAndListFiles(version)
    const isNew = ([file]: [string, number]) => file === 'service-worker.js' || !before.has(file)
    const fetched = [...after].filter(isNew)
    rows.push({ 'what has changed': version.what, files: fetched.length, KB: totalKilobytes(fetched.map(([, size]) => size)) })
  }
  printTable(rows)
}
