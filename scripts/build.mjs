/** Builds `web/dist` when one of its sources has changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tooLarge } from './budgets.mjs'
import { environment, node, root } from './install.mjs'

const dist = path.join(root, 'web/dist')
const stamp = path.join(dist, '.built')
const SOURCES = [
  'core/src',
  'web/src',
  'web/public',
  'web/index.html',
  'web/website.html',
  'web/guest.html',
  'web/chunk-groups.ts',
  'web/cut-fonts.ts',
  'web/guest-fonts.ts',
  'web/manifest.ts',
  'web/package.json',
  'web/pre-render.ts',
  'web/sfnt.ts',
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

function run(...args) {
  const { status } = spawnSync(node, args, {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
    env: { ...environment, NODE_ENV: 'production' },
  })
  if (status === 0) return
  process.stderr.write('The site could not be built; the message is above.\n')
  process.exit(1)
}

/**
 * Builds the site and compresses its files, if a source has changed since the last build. With `QUICK_BUILD` in the environment, as tests
 * set it, the files are compressed in a tenth of the time and are larger; a build without it compresses them again. Ends the process with 1
 * on failure, also when a screen loads more script than its budget allows.
 */
export function build() {
  const sourceDigest = digest()
  const quick = `${sourceDigest} quick`
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  if (built === sourceDigest || (built === quick && environment.QUICK_BUILD)) return
  process.stdout.write('Building the site.\n')
  if (built !== quick) run(path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn')
  run(path.join(root, 'scripts/compress.mjs'))
  const faults = tooLarge()
  if (faults.length > 0) {
    process.stderr.write(`${faults.join('\n')}\n`)
    process.exit(1)
  }
  writeFileSync(stamp, environment.QUICK_BUILD ? quick : sourceDigest)
}

if (process.argv[1] === import.meta.filename) build()
