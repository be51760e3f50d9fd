/**
 * Writes a gzip and a Brotli copy beside each file of the built site that becomes smaller; the server sends them to browsers that accept
 * them. Copies are cached by content, because Brotli's best quality takes longer than the whole build: a rebuild compresses only what changed.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './install.mjs'

const dist = path.join(root, 'web/dist')
const cache = path.join(root, 'node_modules/.cache/compressed')

const ENCODINGS = {
  gz: bytes => promisify(gzip)(bytes, { level: 9 }),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
}

const used = new Set()

async function compress(file) {
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  for (const [ending, encode] of Object.entries(ENCODINGS)) {
    const name = `${hash}.${ending}`
    const cached = path.join(cache, name)
    used.add(name)
    if (!existsSync(cached)) {
      // Renamed when it is whole: an interrupted build leaves no part of a file under the final name.
      writeFileSync(`${cached}.part`, await encode(bytes))
      renameSync(`${cached}.part`, cached)
    }
    copyFileSync(cached, `${file}.${ending}`)
  }
}

mkdirSync(cache, { recursive: true })
const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
const files = entries.map(entry => path.join(entry.parentPath, entry.name))
// zlib compresses in the threads of Node's pool: all files are handed over at once.
await Promise.all(files.filter(name => /\.(?:css|html|js|json|svg|ttf|wasm|webmanifest)$/.test(name)).map(compress))
for (const name of readdirSync(cache)) if (!used.has(name)) rmSync(path.join(cache, name))
