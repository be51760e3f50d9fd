/** Installs the packages of the lock file. Runs on any Node ≥ 20; everything that starts afterwards runs on the Node of `node_modules`. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the packages of the lock file unless they are installed already. Ends the process with 1 on failure. */
export function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) stop(`Hudur needs Node 20 or newer to begin with; this is ${process.version}.`)
  const lockDigest = digest(path.join(root, 'package-lock.json'))
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockDigest) {
    process.stdout.write('Installing what is missing. The first time this takes a minute.\n')
    // `npm ci` fails when the registry lacks the binaries of other systems, although they are not needed. With `--no-save` the lock file
    // determines the versions and is not written.
    const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) stop('npm could not install the dependencies; its own message is above.')
    writeFileSync(stamp, lockDigest)
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const pinned = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies.node
  if (stdout?.trim() !== `v${pinned}`) {
    stop(
      `Hudur runs on Node ${pinned}, but the package «node» did not bring it: allow its install script (npm config ignore-scripts must be off) and delete node_modules.`,
    )
  }
}
