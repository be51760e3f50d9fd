/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * The paths at which a Chromium may be installed. The headless shell comes first: it has no window, so it opens a page in an eighth of the
 * time.
 */
const CHROMIUM_PATHS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of an installed Chromium, or undefined when there is none. */
export const findInstalledChromium = () =>
  [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS, chromium.executablePath()].find(place => place && existsSync(place))

/** Installs Debian packages if this process runs as root on Debian. Returns whether it has installed them. */
export const installOnDebian = (...packages) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  runQuietly('apt-get', 'update', '-qq') &&
  runQuietly('apt-get', 'install', '-y', '-qq', ...packages)

const runQuietly = (command, ...args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/**
 * Returns the path of a Chromium, and installs one if there is none. Throws when `CHROMIUM_PATH` names a file that does not exist, or when
 * the installation fails.
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH && !existsSync(process.env.CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but there is nothing.`)
  const installedPath = findInstalledChromium()
  if (installedPath) return installedPath
  process.stdout.write('There is no Chromium here; installing one.\n')
  if (installOnDebian('chromium-headless-shell') && findInstalledChromium()) return findInstalledChromium()
  if (runQuietly('playwright', 'install', 'chromium') && findInstalledChromium()) return findInstalledChromium()
  throw new Error('The browser tests need a Chromium: install one, or name it by CHROMIUM_PATH.')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findChromium()}\n`)
