/**
 * Installs the Debian packages that the tests need and that are missing, if this process runs as root on Debian. Prints the packages that
 * are still missing. Imports no npm package: `npm test` runs this script while npm installs the packages.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** The package of a Chromium without a window. It opens a page in an eighth of the time that the Chromium with a window needs. */
export const CHROMIUM_PACKAGE = 'chromium-headless-shell'
export const FIREFOX_PACKAGES = ['firefox-esr']
export const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1']
/** The package of the commands that read PDF files. */
export const POPPLER_PACKAGE = 'poppler-utils'

/** The paths at which the system may have a Chromium. The one without a window comes first. */
const SYSTEM_CHROMIUM_PATHS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a Chromium of the system, or the one that `CHROMIUM_PATH` names; undefined when there is none. */
export const findSystemChromium = () => [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUM_PATHS].find(place => place && existsSync(place))

/** Returns those of the Debian packages that are not installed. Returns all of them on a system without `dpkg-query`. */
export function findMissingPackages(packages) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format.
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...packages], { encoding: 'utf8' })
  const installed = new Set(stdout?.split('\n'))
  return packages.filter(name => !installed.has(`${name} installed`))
}

/** Runs a command, and prints its errors only when it fails. Returns whether it succeeded. */
export function runQuietly(command, ...args) {
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0 && stderr) process.stderr.write(stderr)
  return status === 0
}

/**
 * Options of `apt-get install`. The recommended packages, such as drivers of graphics cards and a configuration of printers, would be more
 * than twice as many as the required ones. Another apt-get may be running, so it waits up to 300 s for the lock.
 */
const INSTALL_OPTIONS = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']

/** Installs Debian packages if this process runs as root on Debian. Returns whether it has installed them. */
export function installOnDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // When the update fails, for example because another one is running, the lists of an earlier update may suffice.
  runQuietly('apt-get', 'update', '-qq')
  return runQuietly('apt-get', 'install', ...INSTALL_OPTIONS, ...packages)
}

/** Returns whether the commands that read PDF files are installed. */
export const hasPoppler = () => spawnSync('pdftotext', ['-v']).error === undefined

if (process.argv[1] === import.meta.filename) {
  const findMissing = () => [...findMissingPackages([...FIREFOX_PACKAGES, ...WEBKIT_PACKAGES]), ...(hasPoppler() ? [] : [POPPLER_PACKAGE])]
  const wanted = [...(findSystemChromium() ? [] : [CHROMIUM_PACKAGE]), ...findMissing()]
  // When the distribution does not offer one of the packages, apt-get installs none of them, so each is tried by itself.
  if (wanted.length > 0 && !installOnDebian(...wanted)) for (const name of wanted) installOnDebian(name)
  const missing = findMissing()
  if (missing.length > 0) process.stdout.write(`Missing packages, without which tests are skipped: ${missing.join(', ')}.\n`)
}
