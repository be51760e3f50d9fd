/** `npm run drill`, from a fresh clone as well. */
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const { status } = spawnSync(node, ['drills/run.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env: environment })
process.exit(status ?? 1)
