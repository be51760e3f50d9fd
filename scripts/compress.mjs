/**
 * Writes a gzip and a Brotli copy beside each text, TrueType font and WebAssembly file of the built site. The other fonts are compressed
 * already. The server sends the copies to browsers that accept them. Brotli's best quality takes longer than the whole build, so copies are
 * cached by the content of the file, and a rebuild compresses only new content. With `QUICK_BUILD` in the environment, Brotli compresses
 * new content with a lower quality: the copies are a tenth larger and take a tenth of the time.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { projectRoot } from './install.mjs'

const distFolder = path.join(projectRoot, 'web/dist')
const cacheFolder = path.join(projectRoot, 'node_modules/.cache/compressed')

const isQuick = Boolean(process.env.QUICK_BUILD)
const BROTLI_QUALITY = isQuick ? 9 : constants.BROTLI_MAX_QUALITY

const ENCODINGS = {
  gz: bytes => promisify(gzip)(bytes, { level: 9 }),
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
}

/**
 * Writes a file under a temporary name and renames it when it is complete, because the build may be interrupted, and because a server may
 * be sending the previous copy.
 */
function writeAtomically(file, bytes) {
  writeFileSync(`${file}.part`, bytes)
  renameSync(`${file}.part`, file)
}

const usedCacheNames = new Set()

async function compressFile(file) {
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  for (const [ending, encode] of Object.entries(ENCODINGS)) {
    const name = `${hash}.${ending}`
    const cached = path.join(cacheFolder, name)
    usedCacheNames.add(name)
    const copy = `${file}.${ending}`
    if (isQuick && !existsSync(cached)) {
      writeAtomically(copy, await encode(bytes))
      continue
    }
    if (!existsSync(cached)) writeAtomically(cached, await encode(bytes))
    writeAtomically(copy, readFileSync(cached))
  }
}

mkdirSync(cacheFolder, { recursive: true })
const distEntries = readdirSync(distFolder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
const distFiles = distEntries.map(entry => path.join(entry.parentPath, entry.name))
// zlib compresses in Node's thread pool, so files are compressed in parallel.
await Promise.all(distFiles.filter(name => /\.(?:css|html|js|json|svg|ttf|wasm|webmanifest)$/.test(name)).map(compressFile))
for (const name of readdirSync(cacheFolder)) if (!usedCacheNames.has(name)) rmSync(path.join(cacheFolder, name))
