/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { CHROMIUM_PACKAGE, findSystemChromium, installOnDebian, runQuietly } from './debian.mjs'
import { nodeModulesPath } from './install.mjs'

/**
 * Returns the path of the Chromium of the package `@sparticuz/chromium`. The first call unpacks it, which takes about two seconds. Compared
 * with Debian's Chromium, browser tests need 6 % less processor time and component tests 11 % less. Returns undefined when it does not start
 * on this machine, for example because libraries are missing.
 */
function findPackagedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packageFolder = path.resolve(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../..')
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'))
  const folder = path.join(nodeModulesPath, '.cache/chromium')
  const unpackedPath = path.join(folder, `chromium-${version}`)
  if (existsSync(unpackedPath)) return unpackedPath
  mkdirSync(folder, { recursive: true })
  // Another process may unpack it at the same time, so only a complete file gets the final name.
  const temporaryPath = `${unpackedPath}-${process.pid}`
  writeFileSync(temporaryPath, brotliDecompressSync(readFileSync(path.join(packageFolder, 'bin/chromium.br'))), { mode: 0o755 })
  if (spawnSync(temporaryPath, ['--version']).status === 0) renameSync(temporaryPath, unpackedPath)
  else rmSync(temporaryPath)
  return existsSync(unpackedPath) ? unpackedPath : undefined
}

/** Returns the path of an installed Chromium, or undefined when there is none. `CHROMIUM_PATH` takes precedence. */
export const findInstalledChromium = () =>
  (process.env.CHROMIUM_PATH ? undefined : findPackagedChromium()) ?? findSystemChromium() ?? [chromium.executablePath()].find(existsSync)

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
