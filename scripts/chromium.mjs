/** Finds a Chromium for the browser tests, or installs one. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { CHROMIUM_PACKAGE, findSystemChromium, installOnDebian, runQuietly } from './debian.mjs'

/** Returns the path of an installed Chromium, or undefined when there is none. */
export const findInstalledChromium = () => findSystemChromium() ?? [chromium.executablePath()].find(existsSync)

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
  if (installOnDebian(CHROMIUM_PACKAGE) && findInstalledChromium()) return findInstalledChromium()
  if (runQuietly('playwright', 'install', 'chromium') && findInstalledChromium()) return findInstalledChromium()
  throw new Error('The browser tests need a Chromium: install one, or name it by CHROMIUM_PATH.')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findChromium()}\n`)
