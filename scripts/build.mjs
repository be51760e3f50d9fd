/** Builds `web/dist` when one of its sources has changed since the last build. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { tooLarge } from './budgets.mjs'
import { environment, node, root } from './install.mjs'
import { OUTPUT, passOn, say, sayFault } from './say.mjs'

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
  'web/import-maps.ts',
  'web/join-chunks.ts',
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

function run(env, ...args) {
  const built = spawnSync(node, args, {
    cwd: path.join(root, 'web'),
    stdio: OUTPUT,
    env: { ...environment, NODE_ENV: 'production', ...env },
  })
  passOn(built)
  if (built.status === 0) return
  sayFault('The site could not be built; the message is above.')
  process.exit(1)
}

const COMPRESS = path.join(root, 'scripts/compress.mjs')

/** What the stamp of a build contains: the digest of its sources, and whether its files are compressed quickly. */
const stampOf = (sourceDigest, isQuick) => (isQuick ? `${sourceDigest} quick` : sourceDigest)
const built = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined)

/**
 * Builds the site and compresses its files, if a source has changed since the last build. With `isQuick`, by default the value of
 * `QUICK_BUILD` in the environment, the files are compressed in a tenth of the time and are larger; a build without it compresses them again.
 * Ends the process with 1 on failure, also when a screen loads more script than its budget allows.
 */
export function build({ isQuick = Boolean(environment.QUICK_BUILD) } = {}) {
  const sourceDigest = digest()
  const quick = stampOf(sourceDigest, true)
  const last = built()
  if (last === sourceDigest || (last === quick && isQuick)) return
  say('Building the site.')
  if (last !== quick) run({}, path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn')
  run({ QUICK_BUILD: isQuick ? 'yes' : '' }, COMPRESS)
  const faults = tooLarge({ isQuick })
  if (faults.length > 0) {
    for (const fault of faults) sayFault(fault)
    process.exit(1)
  }
  writeFileSync(stamp, stampOf(sourceDigest, isQuick))
}

/**
 * Compresses the files of a quick build again, as small as they can be, in a process of low priority beside a running server. Returns that
 * process, or undefined when there is nothing to do. If it is interrupted, the next call begins again.
 */
export function compressAgain() {
  const sourceDigest = digest()
  if (built() !== stampOf(sourceDigest, true) || environment.QUICK_BUILD) return undefined
  const compressing = spawn(node, [COMPRESS], { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
  os.setPriority(compressing.pid, os.constants.priority.PRIORITY_LOW)
  compressing.on('exit', code => code === 0 && writeFileSync(stamp, sourceDigest))
  return compressing
}

if (process.argv[1] === import.meta.filename) build()
