/**
 * Reports errors in the configuration of this installation (`npm run check-setup`). Runs `api/src/setup/command.ts` on the Node of
 * `node_modules`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { environment, nodePath, projectRoot } from './install.mjs'
import { printFailure } from './say.mjs'

if (!existsSync(nodePath)) {
  printFailure('Nothing is installed yet, so there is nothing to check: run npm start once.')
  process.exit(1)
}
const { status } = spawnSync(nodePath, ['api/src/setup/command.ts', ...process.argv.slice(2)], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: environment,
})
process.exit(status ?? 1)
