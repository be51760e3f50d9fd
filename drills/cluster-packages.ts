import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The folder in which the programs of the drills `failover` and `poolers` stay between two runs: about 300 MB. */
const FOLDER = path.join(os.tmpdir(), 'hudur-cluster-packages')
/** The library folder of Debian's packages on this kind of machine. */
const LIBRARIES = 'usr/lib/x86_64-linux-gnu'

const DEBIAN_PACKAGES = {
  bookworm: 'haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 pgbouncer libc-ares2',
  // Newer programs need the newer C library, and run with that one's loader. The etcd of bookworm, 3.4.23, loses leases (decision 072).
  trixie:
    'etcd-server pgbouncer libc6 libcares2 libevent-2.1-7t64 libpam0g libssl3t64 libsystemd0 libaudit1 libcap2 libcap-ng0 zlib1g libzstd1 libgcc-s1 liblzma5 libcrypt1',
}
const PYTHON_PACKAGES = ['patroni[etcd3]==4.1.5', 'psycopg[binary]', 'embedded-postgres==18.6.3']

/** Returns the address from which this system installs Debian's packages. Throws where there is none. */
async function debianAddress() {
  const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Component: main'])
  const [address] = stdout.trim().split('\n')
  if (!address) throw new Error('The drill needs a system that installs packages of Debian.')
  return address
}

/** Unpacks packages of a release of Debian, without installing them, into a folder of its own, which it returns. */
async function unpackDebian(release: keyof typeof DEBIAN_PACKAGES) {
  const root = path.join(FOLDER, release)
  if (existsSync(path.join(root, '.complete'))) return root
  for (const folder of ['lists/partial', 'cache/archives/partial', 'packages']) await mkdir(path.join(root, folder), { recursive: true })
  const sources = path.join(root, 'sources.list')
  await writeFile(sources, `deb ${await debianAddress()} ${release} main\n`)
  const options = Object.entries({
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': path.join(root, 'lists'),
    'Dir::Cache': path.join(root, 'cache'),
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await execute('apt-get', [...options, '-qq', 'update'])
  const packages = path.join(root, 'packages')
  await execute('apt-get', [...options, '-qq', 'download', ...DEBIAN_PACKAGES[release].split(' ')], { cwd: packages })
  for (const file of await readdir(packages)) await execute('dpkg', ['-x', path.join(packages, file), root])
  await writeFile(path.join(root, '.complete'), '')
  return root
}

/** Installs the packages of Python into an environment of its own, which it returns. */
async function installPython() {
  const environment = path.join(FOLDER, 'python')
  const python = path.join(environment, 'bin/python')
  if (existsSync(path.join(environment, '.complete'))) return environment
  await execute('python3', ['-m', 'venv', environment])
  await execute(python, ['-m', 'pip', 'install', '-q', ...PYTHON_PACKAGES], { timeout: 600_000 })
  await writeFile(path.join(environment, '.complete'), '')
  return environment
}

const SYSTEM_PYTHON = '/usr/bin/python3'

/** A command with its first arguments. */
export type Program = readonly [string, ...string[]]

/** Returns a program of the newer release of Debian. */
function recentProgram(root: string, file: string): Program {
  const libraries = path.join(root, LIBRARIES)
  return [path.join(libraries, 'ld-linux-x86-64.so.2'), '--library-path', libraries, path.join(root, file)]
}

/** Downloads PgBouncer in an old and a new version. */
export async function fetchPoolers(): Promise<Record<string, Program>> {
  const [old, recent] = [await unpackDebian('bookworm'), await unpackDebian('trixie')]
  return {
    '1.18': ['/usr/bin/env', `LD_LIBRARY_PATH=${path.join(old, LIBRARIES)}`, path.join(old, 'usr/sbin/pgbouncer')],
    '1.24': recentProgram(recent, 'usr/sbin/pgbouncer'),
  }
}

/** Downloads the programs of a cluster. Rejects where Debian's or Python's packages cannot be had. */
export async function fetchClusterPrograms() {
  const [debian, recent, python] = [await unpackDebian('bookworm'), await unpackDebian('trixie'), await installPython()]
  const packages = path.join(python, 'lib', (await readdir(path.join(python, 'lib')))[0] ?? '', 'site-packages')
  // The Python of the environment may be in the folder of root, which the user of the cluster cannot open.
  const interpreter = existsSync(SYSTEM_PYTHON) ? SYSTEM_PYTHON : path.join(python, 'bin/python')
  return {
    etcd: recentProgram(recent, 'usr/bin/etcd'),
    haproxy: ['/usr/bin/env', `LD_LIBRARY_PATH=${path.join(debian, LIBRARIES)}`, path.join(debian, 'usr/sbin/haproxy')] as Program,
    patroni: ['/usr/bin/env', `PYTHONPATH=${packages}`, interpreter, '-m', 'patroni'] as Program,
    postgresFolder: path.join(packages, 'embedded_postgres/pginstall/bin'),
  }
}

/** PostgreSQL and PgBouncer refuse to run as root: there they run as the user `nobody`. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
