/** Brings `node_modules` in line with the lock file. Runs on any Node ≥ 20: everything after it runs on the one installed here. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.installed')
const bin = path.join(modules, '.bin')

/** The Node the product runs on, whatever Node the machine has. */
export const node = path.join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

/** The environment in which `node` and every tool are the installed ones. Each starts faster with the code that Node compiled before. */
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

/** Installs what the lock file names, if that is not what is there already. */
export function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) stop(`Hudur needs Node 20 or newer to begin with; this is ${process.version}.`)
  const wanted = digest(path.join(root, 'package-lock.json'))
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stdout.write('Installing what is missing. The first time this takes a minute.\n')
    // Not `npm ci`: it fails where a registry lacks the binaries of other systems, which nobody here needs. The lock file is followed, not written.
    const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) stop('npm could not install the dependencies; its own message is above.')
    writeFileSync(stamp, wanted)
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const pinned = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies.node
  if (stdout?.trim() !== `v${pinned}`) {
    stop(
      `Hudur runs on Node ${pinned}, but the package «node» did not bring it: allow its install script (npm config ignore-scripts must be off) and delete node_modules.`,
    )
  }
}
