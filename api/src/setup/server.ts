import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RELEASE_VERSION } from '@hudur/core/release'
import type { Config } from '../config.ts'
import { descriptorLimit, maxConnectionsFor } from '../http/abuse/connections.ts'
import type { Settings } from '../settings-file.ts'
import { type Finding, fault, fine, reasonOf, warning } from './finding.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Returns the version of Node that `optionalDependencies` in package.json name. All builds listed there have the same version. */
function wantedNodeVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  return `v${Object.values(optionalDependencies)[0]}`
}

/** Compares the version of Node with that of package.json, and reports whether the web app is built. */
export function checkVersions(node = process.version, root = ROOT): Finding[] {
  const wanted = wantedNodeVersion()
  return [
    node === wanted
      ? fine('versions', `Hudur ${RELEASE_VERSION} on Node ${node}.`)
      : warning(
          'versions',
          `This is Node ${node}, and Hudur ${RELEASE_VERSION} is tested on ${wanted}. Start it by npm, which uses that one.`,
        ),
    existsSync(path.join(root, 'web/dist/.built'))
      ? fine('versions', 'The site is built.')
      : warning('versions', 'The site is not built; npm start builds it.'),
  ]
}

/** Reports where the settings are, and whether other users may read a settings file that contains secrets. */
export const checkSettings = ({ file, isExposed }: Settings): Finding[] => [
  isExposed
    ? fault('settings', `${file} contains secrets, and other users of this machine may read it: chmod 600 ${file}`)
    : fine('settings', file === undefined ? 'They are those of the environment.' : `They are in ${file}.`),
]

/** The number of connections of 300 phones with two screens each, and of a proxy. */
const ENOUGH_CONNECTIONS = 1_000

/** Reports how many connections a server started from here can have under its limit of open files. */
export function checkConnections(descriptors = descriptorLimit()): Finding[] {
  const most = maxConnectionsFor(descriptors)
  const says = `The limit of open files allows ${most.toLocaleString('en')} connections at once.`
  return [most < ENOUGH_CONNECTIONS ? warning('connections', `${says} Raise it: ulimit -n 65536`) : fine('connections', says)]
}

/** Asks the server on this machine, if one runs, whether it can read and write its database. */
export async function checkServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding[]> {
  const local = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}`
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const answer = await response.json().catch(() => undefined)
    if (response.status === 503) return [fault('server', `The server at ${address} cannot read or write its database.`)]
    if (answer?.ok !== true) return [fault('server', `Another program answers at ${address}. Choose another PORT.`)]
    return [fine('server', `It runs at ${address}, and reads and writes its database.`)]
  } catch (error) {
    return [warning('server', `None runs at ${address}: ${reasonOf(error)}.`)]
  }
}
