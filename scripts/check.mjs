/**
 * `npm run check`: types, lint, boundaries, and the unit and service tests that import a changed file. Changed are the files that differ from
 * the point where the branch left `main`, and those that git does not know yet. The steps run side by side; each prints its seconds.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { environment, install, root } from './install.mjs'

install()

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/** Returns paths from the root of the repository. On `main` itself only what is not committed counts. */
function changedFiles() {
  const bases = ['origin/main', 'main'].map(branch => git('merge-base', 'HEAD', branch)).filter(({ status }) => status === 0)
  const base = bases.at(-1)?.stdout.trim() ?? 'HEAD'
  const listed = [git('diff', '--name-only', '--relative', base), git('ls-files', '--others', '--exclude-standard')]
  if (listed.some(({ status }) => status !== 0)) throw new Error('`npm run check` asks git which files have changed, and git failed.')
  const names = listed.flatMap(({ stdout }) => stdout.split('\n')).filter(Boolean)
  return [...new Set(names)].filter(name => existsSync(path.join(root, name)))
}

function step(name, command, args) {
  const since = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, env: environment, shell: process.platform === 'win32' })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
    child.on('close', status => {
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      process.stdout.write(status === 0 ? `── ${name}: passed in ${seconds} s\n` : `\n${output}\n── ${name}: failed after ${seconds} s\n`)
      resolve(status === 0)
    })
  })
}

const since = performance.now()
const changed = changedFiles()
process.stdout.write(`${changed.length} changed files\n`)
// Almost every service reads the version in `package.json`: what depends on a package is left to `npm test`.
const sources = changed.filter(name => /\.(?:ts|tsx|mjs)$/.test(name))
const passed = await Promise.all([
  step('types', 'tsc', ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo']),
  ...(sources.length > 0 ? [step('tests', 'vitest', ['related', '--run', '--passWithNoTests', ...sources])] : []),
  step('boundaries', 'npm', ['run', '--silent', 'boundaries']),
  ...(changed.length > 0
    ? [step('lint', 'biome', ['ci', '--error-on-warnings', '--colors=off', '--no-errors-on-unmatched', ...changed])]
    : []),
])
process.stdout.write(`${((performance.now() - since) / 1000).toFixed(1)} s in all\n`)
if (passed.includes(false)) process.exit(1)
