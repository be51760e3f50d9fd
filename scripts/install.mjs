/**
 * Installs packages of the lock file, whose digests npm checks. Runs on any Node ≥ 20; everything that starts afterwards runs on the Node of
 * `node_modules`, which is one of these packages.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OUTPUT, passOn, say, sayFault } from './say.mjs'

export const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.installed')
const bin = path.join(modules, '.bin')

/** Path of the Node in `node_modules`, on which the product runs. It does not depend on the machine's own Node. */
export const node = path.join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

/** Environment in which `node` and every tool come from `node_modules`. Programs start faster, because Node caches its compiled code. */
export const environment = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: path.join(modules, '.cache/node'),
}

const digest = file => createHash('sha256').update(readFileSync(file)).digest('hex')

function stop(sentence) {
  sayFault(sentence)
  process.exit(1)
}

const read = file => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Returns the packages whose versions in a `package.json` are not those of the lock file, which npm would change without a word. */
export function mismatches(lock = read('package-lock.json'), packageOf = workspace => read(path.join(workspace, 'package.json'))) {
  const differing = []
  for (const workspace of ['', ...packageOf('').workspaces])
    for (const kind of KINDS) {
      const [wanted, locked] = [packageOf(workspace)[kind] ?? {}, lock.packages[workspace]?.[kind] ?? {}]
      for (const name of Object.keys({ ...wanted, ...locked })) if (wanted[name] !== locked[name]) differing.push(name)
    }
  return [...new Set(differing)]
}

/** The packages that serving and building need, and those that tests and checks need as well. */
const SERVING = 'serving'
const ALL = 'all'

/**
 * Installs the packages of the lock file unless they are installed already. With `onlyServing`, the packages of tests and checks are left
 * out, unless `node_modules` has them. Ends the process with 1 on failure.
 */
export function install({ onlyServing = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20) stop(`Hudur needs Node 20 or newer to begin with; this is ${process.version}.`)
  const lockDigest = digest(path.join(root, 'package-lock.json'))
  const lastSet = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  const set = onlyServing && !existsSync(path.join(bin, 'vitest')) ? SERVING : ALL
  const wanted = `${lockDigest} ${set}`
  if (lastSet !== wanted && lastSet !== `${lockDigest} ${ALL}`) {
    const differing = mismatches()
    if (differing.length > 0)
      stop(`package.json and package-lock.json do not agree about ${differing.join(', ')}. Run npm install, and commit both files.`)
    say('Installing what is missing. The first time this takes half a minute or more.')
    // `npm ci` refuses a lock file without the binaries of other systems that the registry lacks, although they are not needed. With
    // `--no-save` the lock file determines the versions and digests, and is not written. Packages in npm's cache are not asked for again.
    const scope = set === SERVING ? '--omit=dev' : '--include=dev'
    const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    const installed = spawnSync('npm', ['install', scope, ...options], { cwd: root, stdio: OUTPUT, shell: process.platform === 'win32' })
    passOn(installed)
    if (installed.status !== 0) stop('npm could not install the dependencies; its own message is above.')
    writeFileSync(stamp, wanted)
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const [pinned] = Object.values(read('package.json').optionalDependencies)
  if (stdout?.trim() !== `v${pinned}`) {
    stop(
      `Hudur runs on Node ${pinned}, which npm did not install for ${process.platform} on ${process.arch}. Delete node_modules and begin again without --omit=optional.`,
    )
  }
}
