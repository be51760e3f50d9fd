/**
 * Lists the production dependencies in the lock file (`npm run bom`): a CycloneDX bill of materials in `hudur.cdx.json`, the texts of their
 * licences in `third-party-notices.txt`, and the packages by licence on the screen. Exits with 1 when npm fails or when a licence is not in
 * `ACCEPTED_LICENCES`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installPackages, nodeModulesPath, projectRoot } from './install.mjs'

/**
 * The accepted licences. Each of them allows using and selling the application with the unchanged package. The licence of the fonts also
 * allows serving them.
 */
const ACCEPTED_LICENCES = [
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

/** The licences of packages that state their licence only in a file, not in `package.json`. */
const LICENCES_IN_FILES = { '@react-aria/optimize-locales-plugin': 'Apache-2.0' }

installPackages()
const { stdout, stderr, status } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--loglevel', 'error'],
  { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' },
)
if (status !== 0) {
  process.stderr.write(`npm could not list the dependencies:\n${stderr}`)
  process.exit(1)
}
writeFileSync(path.join(projectRoot, 'hudur.cdx.json'), stdout)

const licenceOf = ({ licenses = [] }) => licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' OR ')
const thirdPartyComponents = JSON.parse(stdout).components.filter(({ purl }) => !purl?.includes('hudur'))
const componentsByLicence = Map.groupBy(
  thirdPartyComponents,
  component => licenceOf(component).replace(/[()]/g, '') || LICENCES_IN_FILES[component.name] || 'none said',
)
for (const [licence, components] of [...componentsByLicence].sort(([, one], [, other]) => other.length - one.length))
  process.stdout.write(`${licence} (${components.length}): ${components.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`)

/** Returns the texts of the licence and notice files of a package, or '' when it has none or is for another kind of machine. */
function readNotices(name) {
  const folder = path.join(nodeModulesPath, name)
  if (!existsSync(folder)) return ''
  return readdirSync(folder)
    .filter(file => /^(?:licen[cs]e|notice|copying|ofl)/i.test(file))
    .map(file => readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n\n')
}
const componentsByNotice = Map.groupBy(thirdPartyComponents, ({ name }) => readNotices(name))
const notices = [...componentsByNotice].map(([text, components]) => {
  const packages = components
    .map(component => `${component.name} ${component.version} (${licenceOf(component) || 'see the text'})`)
    .join('\n')
  return `${packages}\n\n${text || 'These packages state their licence by its name only, or are installed on other kinds of machines.'}\n`
})
writeFileSync(path.join(projectRoot, 'third-party-notices.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))

const unacceptedLicences = [...componentsByLicence.keys()].filter(licence => !ACCEPTED_LICENCES.includes(licence))
if (unacceptedLicences.length > 0) {
  process.stderr.write(`Licences nobody has looked at: ${unacceptedLicences.join(', ')}\n`)
  process.exit(1)
}
