/** Builds `web/dist` if one of its source files has changed since the last build. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBudgetViolations } from './budgets.mjs'
import { environment, nodePath, projectRoot } from './install.mjs'
import { CHILD_STDIO, printCapturedOutput, printFailure, printMessage } from './say.mjs'

const distFolder = path.join(projectRoot, 'web/dist')
const buildStampFile = path.join(distFolder, '.built')
const SOURCE_PATHS = ['core/src', 'web/src', 'web/build', 'web/public', 'scripts/build.mjs', 'scripts/compress.mjs', 'package-lock.json']

/** Matches the files directly in `web` that the build reads: the pages and the configuration. */
const BUILD_FILE_PATTERN = /\.(?:html|ts)$|^package\.json$/

function filesIn(place) {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

function digestSources() {
  const hash = createHash('sha256')
  const sourcePaths = SOURCE_PATHS.map(source => path.join(projectRoot, source))
  const buildFiles = readdirSync(path.join(projectRoot, 'web')).filter(name => BUILD_FILE_PATTERN.test(name))
  const files = [
    ...sourcePaths.flatMap(source => (path.extname(source) ? [source] : filesIn(source))),
    ...buildFiles.map(name => path.join(projectRoot, 'web', name)),
  ]
  for (const file of files.filter(name => !/\.test\.tsx?$/.test(name)).sort())
    hash.update(path.relative(projectRoot, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function runBuildStep(env, ...args) {
  const built = spawnSync(nodePath, args, {
    cwd: path.join(projectRoot, 'web'),
    stdio: CHILD_STDIO,
    env: { ...environment, NODE_ENV: 'production', ...env },
  })
  printCapturedOutput(built)
  if (built.status === 0) return
  printFailure('The site could not be built; the message is above.')
  process.exit(1)
}

const COMPRESS_SCRIPT = path.join(projectRoot, 'scripts/compress.mjs')

/** Returns the content of the stamp file of a build: the digest of its sources, and whether its files were compressed quickly. */
const buildStampOf = (sourceDigest, isQuick) => (isQuick ? `${sourceDigest} quick` : sourceDigest)
const readBuildStamp = () => (existsSync(buildStampFile) ? readFileSync(buildStampFile, 'utf8') : undefined)

/**
 * Builds the site and compresses its files, if a source has changed since the last build. With `isQuick`, by default the value of
 * `QUICK_BUILD` in the environment, compression takes a tenth of the time and the files are larger. A later build without `isQuick`
 * compresses them again. Exits with 1 on failure, also when a screen loads more than its budget of scripts or fonts.
 */
export function buildSite({ isQuick = Boolean(environment.QUICK_BUILD) } = {}) {
  const sourceDigest = digestSources()
  const quick = buildStampOf(sourceDigest, true)
  const last = readBuildStamp()
  if (last === sourceDigest || (last === quick && isQuick)) return
  printMessage('Building the site.')
  if (last !== quick) runBuildStep({}, path.join(projectRoot, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn')
  runBuildStep({ QUICK_BUILD: isQuick ? 'yes' : '' }, COMPRESS_SCRIPT)
  const faults = findBudgetViolations({ isQuick })
  if (faults.length > 0) {
    for (const fault of faults) printFailure(fault)
    process.exit(1)
  }
  writeFileSync(buildStampFile, buildStampOf(sourceDigest, isQuick))
}

/**
 * Compresses the files of a quick build again with the best quality, in a process of low priority while a server runs. Returns that
 * process, or undefined when there is nothing to compress. If the process is interrupted, the next call starts it again.
 */
export function compressWithBestQuality() {
  const sourceDigest = digestSources()
  if (readBuildStamp() !== buildStampOf(sourceDigest, true) || environment.QUICK_BUILD) return undefined
  const compressing = spawn(nodePath, [COMPRESS_SCRIPT], { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
  os.setPriority(compressing.pid, os.constants.priority.PRIORITY_LOW)
  compressing.on('exit', code => code === 0 && writeFileSync(buildStampFile, sourceDigest))
  return compressing
}

if (process.argv[1] === import.meta.filename) buildSite()
