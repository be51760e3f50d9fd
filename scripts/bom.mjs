/**
 * `npm run bom`: what the product is made of, from the lock file: a CycloneDX bill of materials in `hudur.cdx.json`, and the licences as a list.
 * Ends with 1 where a licence is not one of those that were looked at.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** All of them let the product be used and sold as it is; the fonts' lets them be served. */
const FINE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'OFL-1.1',
  'MIT AND Zlib',
  'MIT-0',
  'CC0-1.0',
]

const { stdout, stderr, status } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--loglevel', 'error'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' },
)
if (status !== 0) {
  process.stderr.write(`npm could not list the dependencies:\n${stderr}`)
  process.exit(1)
}
writeFileSync(path.join(root, 'hudur.cdx.json'), stdout)

const licenceOf = ({ licenses = [] }) => licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' OR ')
const others = JSON.parse(stdout).components.filter(({ purl }) => !purl?.includes('hudur'))
const byLicence = Map.groupBy(others, component => licenceOf(component).replace(/[()]/g, '') || 'none said')
for (const [licence, components] of [...byLicence].sort(([, one], [, other]) => other.length - one.length))
  process.stdout.write(`${licence} (${components.length}): ${components.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`)

const strange = [...byLicence.keys()].filter(licence => !FINE.includes(licence))
if (strange.length > 0) {
  process.stderr.write(`Licences nobody has looked at: ${strange.join(', ')}\n`)
  process.exit(1)
}
