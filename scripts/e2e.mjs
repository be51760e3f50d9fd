/**
 * Runs the browser tests whose path contains NAME (`npm run e2e -- NAME`). First builds the site if a source has changed. Passes all
 * arguments to Playwright.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { buildSite } from './build.mjs'
import { environment, installPackages, projectRoot } from './install.mjs'

installPackages()
environment.QUICK_BUILD = 'yes'
buildSite()
const { findChromium } = await import('./chromium.mjs')
const { status } = spawnSync('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...environment, CHROMIUM_PATH: findChromium() },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
