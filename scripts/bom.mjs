/**
 * `npm run bom`: writes a CycloneDX bill of materials of the production dependencies in the lock file to `hudur.cdx.json`, and prints the
 * packages by licence. Exits with 1 when npm fails or when a licence is not in `FINE`.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** The accepted licences. Each allows using and selling the product unchanged. The fonts' licence also allows serving the fonts. */
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
  'MIT OR CC0-1.0',
  'Python-2.0',
]

/** The licences of packages that name one in their files only. */
const IN_FILES = { '@react-aria/optimize-locales-plugin': 'Apache-2.0' }

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
const byLicence = Map.groupBy(
  others,
  component =>
    licenceOf(component).replace(/[()]/g, '') ||
    IN_FILES[`${component.group ? `${component.group}/` : ''}${component.name}`] ||
    'none said',
)
for (const [licence, components] of [...byLicence].sort(([, one], [, other]) => other.length - one.length))
  process.stdout.write(`${licence} (${components.length}): ${components.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`)

const strange = [...byLicence.keys()].filter(licence => !FINE.includes(licence))
if (strange.length > 0) {
  process.stderr.write(`Licences nobody has looked at: ${strange.join(', ')}\n`)
  process.exit(1)
}
