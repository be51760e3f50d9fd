/**
 * Installs the packages, builds the site, and runs a program on the Node of `node_modules`. Also works in a fresh clone. Example: `node
 * scripts/run.mjs bench/run.ts NAME`.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { buildSite } from './build.mjs'
import { environment, installPackages, nodePath, projectRoot } from './install.mjs'

installPackages()
buildSite()
const { status } = spawnSync(nodePath, process.argv.slice(2), { cwd: projectRoot, stdio: 'inherit', env: environment })
process.exit(status ?? 1)
