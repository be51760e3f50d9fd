/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Places of Chromium. The headless shell comes first: it opens a page in an eighth of the time, because it has no window. */
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of an installed Chromium, or undefined when there is none. */
export const installedChromium = () =>
  [process.env.CHROMIUM_PATH, ...PLACES, chromium.executablePath()].find(place => place && existsSync(place))

/** Installs Debian packages when this process runs as root on Debian. Returns whether it has installed them. */
export const installOnDebian = (...packages) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  run('apt-get', 'update', '-qq') &&
  run('apt-get', 'install', '-y', '-qq', ...packages)

const run = (command, ...args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/**
 * Returns the path of a Chromium, and installs one when there is none. Throws when `CHROMIUM_PATH` names no file or the installation fails.
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH && !existsSync(process.env.CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but there is nothing.`)
  const installedPath = installedChromium()
  if (installedPath) return installedPath
  process.stdout.write('There is no Chromium here; installing one.\n')
  if (installOnDebian('chromium-headless-shell') && installedChromium()) return installedChromium()
  if (run('playwright', 'install', 'chromium') && installedChromium()) return installedChromium()
  throw new Error('The browser tests need a Chromium: install one, or name it by CHROMIUM_PATH.')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findChromium()}\n`)
