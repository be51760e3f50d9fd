/**
 * Runs a program of an operator on the Node of `node_modules`: `node scripts/operate.mjs PROGRAM ARGUMENTS`. The programs are those behind
 * `npm run admin`, `backup`, `restore` and `check-setup`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { environment, nodePath, projectRoot } from './install.mjs'
import { printFailure } from './say.mjs'

if (!existsSync(nodePath)) {
  printFailure('Nothing is installed yet: run npm start once.')
  process.exit(1)
}
const { status, error } = spawnSync(nodePath, process.argv.slice(2), { cwd: projectRoot, stdio: 'inherit', env: environment })
if (error) printFailure(error.message)
process.exit(status ?? 1)
