/**
 * Installs the packages of the lock file; npm checks their digests. This script runs on any Node ≥ 20. Everything that starts afterwards
 * runs on the Node in `node_modules`, which is one of the packages.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHILD_STDIO, printCapturedOutput, printFailure, printMessage } from './say.mjs'

export const projectRoot = path.resolve(import.meta.dirname, '..')
export const nodeModulesPath = path.join(projectRoot, 'node_modules')
const installStampFile = path.join(nodeModulesPath, '.installed')
const binFolder = path.join(nodeModulesPath, '.bin')

/** The path of the Node in `node_modules`, on which the application runs. It does not depend on the Node of the machine. */
export const nodePath = path.join(binFolder, process.platform === 'win32' ? 'node.cmd' : 'node')

/**
 * The environment variables with which Node and every tool come from `node_modules`. Programs start faster with them, because Node caches
 * compiled code.
 */
export const environment = {
  ...process.env,
  PATH: `${binFolder}${path.delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: path.join(nodeModulesPath, '.cache/node'),
}

const fileDigest = file => createHash('sha256').update(readFileSync(file)).digest('hex')

function exitWithFailure(sentence) {
  printFailure(sentence)
  process.exit(1)
}

const readJson = file => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'))

const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']

/**
 * Returns the packages whose version in a `package.json` differs from that in the lock file. npm would change the lock file without a
 * message.
 */
export function findVersionMismatches(
  lock = readJson('package-lock.json'),
  packageOf = workspace => readJson(path.join(workspace, 'package.json')),
) {
  const differing = []
  for (const workspace of ['', ...packageOf('').workspaces])
    for (const kind of DEPENDENCY_KINDS) {
      const [wanted, locked] = [packageOf(workspace)[kind] ?? {}, lock.packages[workspace]?.[kind] ?? {}]
      for (const name of Object.keys({ ...wanted, ...locked })) if (wanted[name] !== locked[name]) differing.push(name)
    }
  return [...new Set(differing)]
}

/** The two sets of packages: those that serving and building need, and those that tests and checks also need. */
const SERVING_PACKAGE_SET = 'serving'
const ALL_PACKAGE_SET = 'all'

/**
 * Installs the packages of the lock file if they are not installed yet. With `onlyServing`, leaves out the packages of tests and checks,
 * unless `node_modules` already has them. Exits with 1 on failure.
 */
export function installPackages({ onlyServing = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    exitWithFailure(`Hudur needs Node 20 or newer to begin with; this is ${process.version}.`)
  const lockDigest = fileDigest(path.join(projectRoot, 'package-lock.json'))
  const lastSet = existsSync(installStampFile) ? readFileSync(installStampFile, 'utf8') : ''
  const set = onlyServing && !existsSync(path.join(binFolder, 'vitest')) ? SERVING_PACKAGE_SET : ALL_PACKAGE_SET
  const wanted = `${lockDigest} ${set}`
  const isInstalled = lastSet === wanted || lastSet === `${lockDigest} ${ALL_PACKAGE_SET}`
  if (!isInstalled) {
    const differing = findVersionMismatches()
    if (differing.length > 0)
      exitWithFailure(
        `package.json and package-lock.json do not agree about ${differing.join(', ')}. Run npm install, and commit both files.`,
      )
    printMessage('Installing what is missing. The first time this takes half a minute or more.')
    // `npm ci` refuses a lock file that lacks the binaries of other systems, although they are not needed, so `npm install` is used.
    // With `--no-save` npm takes versions and digests from the lock file and does not write it. With `--prefer-offline` npm does not
    // request packages again that are in its cache.
    const scope = set === SERVING_PACKAGE_SET ? '--omit=dev' : '--include=dev'
    const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    // Ctrl-C also reaches npm, which then removes its unfinished files. This process waits for that; a second npm at the same time would fail.
    const waitForNpm = () => {}
    process.on('SIGINT', waitForNpm)
    const installed = spawnSync('npm', ['install', scope, ...options], {
      cwd: projectRoot,
      stdio: CHILD_STDIO,
      shell: process.platform === 'win32',
    })
    process.off('SIGINT', waitForNpm)
    printCapturedOutput(installed)
    if (installed.status !== 0) exitWithFailure('npm could not install the dependencies; its own message is above.')
  }
  const { stdout } = spawnSync(nodePath, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const [pinned] = Object.values(readJson('package.json').optionalDependencies)
  if (stdout?.trim() !== `v${pinned}`) {
    exitWithFailure(
      `Hudur runs on Node ${pinned}, which npm did not install for ${process.platform} on ${process.arch}. Delete node_modules and begin again without --omit=optional.`,
    )
  }
  // The stamp file is written only now, so that an installation without Node is repeated.
  if (!isInstalled) writeFileSync(installStampFile, wanted)
}
