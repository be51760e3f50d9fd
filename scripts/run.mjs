/** Runs one of the product's programs on its own Node beside the built site, from a fresh clone as well: `node scripts/run.mjs bench/run.ts WHAT`. */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { build } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

install()
build()
const { status } = spawnSync(node, process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment })
process.exit(status ?? 1)
