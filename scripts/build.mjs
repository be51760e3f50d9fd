/** Builds the site if what it is made of has changed since the last time. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { environment, node, root } from './install.mjs'

const dist = path.join(root, 'web/dist')
const stamp = path.join(dist, '.built')
const SOURCES = [
  'core/src',
  'web/src',
  'web/public',
  'web/index.html',
  'web/website.html',
  'web/manifest.ts',
  'web/pre-render.ts',
  'web/vite.config.ts',
  'package-lock.json',
]

function files(place) {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

function digest() {
  const hash = createHash('sha256')
  const places = SOURCES.map(source => path.join(root, source))
  for (const file of places.flatMap(place => (path.extname(place) ? [place] : files(place))).sort())
    hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Lays a compressed copy beside each file that becomes smaller: the server sends it to whoever takes it. */
function compress() {
  for (const file of files(dist).filter(name => /\.(?:css|html|js|json|svg|wasm|webmanifest)$/.test(name))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  }
}

export function build() {
  const wanted = digest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('Building the site.\n')
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
    env: { ...environment, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    process.stderr.write('The site could not be built; the message is above.\n')
    process.exit(1)
  }
  compress()
  writeFileSync(stamp, wanted)
}
