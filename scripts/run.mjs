/**
 * Installs the packages, builds the site, and runs a program on the Node of `node_modules`. Also works in a fresh clone. Example: `node
 * scripts/run.mjs bench/run.ts NAME`.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { build } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

install()
build()
const { status } = spawnSync(node, process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment })
process.exit(status ?? 1)
