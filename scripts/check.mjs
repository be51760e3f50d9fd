/**
 * Runs the type check, the linter, the check of the import rules and the tests of the changed files (`npm run check`). A file counts as
 * changed when it differs from the commit at which the branch left `main`, or when git does not track it. `npm run check -- HEAD` compares
 * with another commit. The steps run in parallel; each prints its duration in seconds. Exits with 1 when a step fails.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { environment, installPackages, projectRoot } from './install.mjs'

installPackages()

const runGit = (...args) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })

/**
 * Returns the paths of the changed files, relative to the root of the repository. On `main` only uncommitted changes count. Throws when git
 * fails.
 */
function listChangedFiles() {
  const bases = ['main', 'origin/main'].map(branch => runGit('merge-base', 'HEAD', branch)).filter(({ status }) => status === 0)
  const base = process.argv[2] ?? bases[0]?.stdout.trim() ?? 'HEAD'
  const listed = [runGit('diff', '--name-only', '--relative', base), runGit('ls-files', '--others', '--exclude-standard')]
  if (listed.some(({ status }) => status !== 0)) throw new Error('`npm run check` asks git which files have changed, and git failed.')
  const names = listed.flatMap(({ stdout }) => stdout.split('\n')).filter(Boolean)
  return [...new Set(names)].filter(name => existsSync(path.join(projectRoot, name)))
}

function runStep(name, command, args) {
  const since = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: projectRoot, env: environment, shell: process.platform === 'win32' })
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

/** Returns whether tests are chosen for a changed file. */
const isSource = name => /^(?:core|api|web)\/src\/.*\.tsx?$/.test(name)
const isComponentTest = name => name.endsWith('.component.test.tsx')
const isTest = name => /\.test\.tsx?$/.test(name)

/** Returns the test files in the folders of these source files, as paths from the root of the repository. */
function findTestsBeside(sources) {
  const folders = [...new Set(sources.map(name => path.posix.dirname(name)))]
  return folders.flatMap(folder =>
    readdirSync(path.join(projectRoot, folder))
      .filter(isTest)
      .map(name => `${folder}/${name}`),
  )
}

/**
 * Returns the arguments of each Vitest run. Nearly every test imports the whole application, so a selection of all importers would run
 * nearly every test. Therefore a change in `core` or `web` selects the tests in the same folder, and a change in a noun
 * of `core` or `api` also the tests of that noun in `api`. `npm test` runs the other tests.
 */
function planTestRuns(changed) {
  const sources = changed.filter(isSource)
  const sourcesInWorkspace = workspace => sources.filter(name => name.startsWith(`${workspace}/`))
  const nouns = new Set(sources.map(name => /^(?:core|api)\/src\/([^/]+)\//.exec(name)?.[1]).filter(noun => noun && noun !== 'http'))
  const api = [
    ...[...nouns].map(noun => `api/src/${noun}/`).filter(folder => existsSync(path.join(projectRoot, folder))),
    ...(sources.some(name => name.endsWith('contract.ts'))
      ? ['access', 'openapi', 'ownership'].map(name => `api/src/http/routes/${name}.test.ts`)
      : []),
    ...sourcesInWorkspace('api').map(name => name.replace(/(?:\.test)?\.ts$/, '.test.ts')),
  ].filter(name => existsSync(path.join(projectRoot, name)))
  return [
    { name: 'tests of core', project: 'core', files: findTestsBeside(sourcesInWorkspace('core')) },
    { name: 'tests of web', project: 'web', files: findTestsBeside(sourcesInWorkspace('web')).filter(name => !isComponentTest(name)) },
    { name: 'component tests', project: 'component', files: findTestsBeside(sourcesInWorkspace('web')).filter(isComponentTest) },
    { name: 'tests of api', project: 'api', files: api },
  ].filter(({ files }) => files.length > 0)
}

const startedAt = performance.now()
const changedPaths = listChangedFiles()
process.stdout.write(`${changedPaths.length} changed files\n`)
const vitestRuns = planTestRuns(changedPaths)
const withoutTests = changedPaths.filter(name => !name.endsWith('.md') && planTestRuns([name]).length === 0)
if (withoutTests.length > 0) process.stdout.write(`No tests were chosen for ${withoutTests.join(', ')}: \`npm test\` runs them.\n`)
if (vitestRuns.some(({ project }) => project === 'component')) {
  // This module is imported after `installPackages`, because it needs packages.
  const { findChromium } = await import('./chromium.mjs')
  findChromium()
}
const stepResults = await Promise.all([
  runStep('types', 'npm', ['run', '--silent', 'types']),
  ...vitestRuns.map(({ name, project, files }) => runStep(name, 'vitest', ['run', `--project=${project}`, ...files])),
  runStep('boundaries', 'npm', ['run', '--silent', 'boundaries']),
  ...(changedPaths.length > 0
    ? [runStep('lint', 'biome', ['ci', '--error-on-warnings', '--colors=off', '--no-errors-on-unmatched', ...changedPaths])]
    : []),
])
process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s in all\n`)
if (stepResults.includes(false)) process.exit(1)
