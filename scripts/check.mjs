/**
 * Runs the type check, the linter, the check of the import rules and the tests of the changed files (`npm run check`). A file counts as
 * changed when it differs from the commit at which the branch left `main`, or when git does not track it. `npm run check -- HEAD` compares
 * with another commit. The steps run in parallel; each prints its duration in seconds. Exits with 1 when a step fails.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { environment, install, root } from './install.mjs'

install()

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/**
 * Returns the paths of the changed files, relative to the root of the repository. On `main` only uncommitted changes count. Throws when git
 * fails.
 */
function changedFiles() {
  const bases = ['main', 'origin/main'].map(branch => git('merge-base', 'HEAD', branch)).filter(({ status }) => status === 0)
  const base = process.argv[2] ?? bases[0]?.stdout.trim() ?? 'HEAD'
  const listed = [git('diff', '--name-only', '--relative', base), git('ls-files', '--others', '--exclude-standard')]
  if (listed.some(({ status }) => status !== 0)) throw new Error('`npm run check` asks git which files have changed, and git failed.')
  const names = listed.flatMap(({ stdout }) => stdout.split('\n')).filter(Boolean)
  return [...new Set(names)].filter(name => existsSync(path.join(root, name)))
}

function runStep(name, command, args) {
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

const isComponentTest = name => name.endsWith('.component.test.tsx')
const isTest = name => /\.test\.tsx?$/.test(name)

/** Returns the test files in the folders of these source files, as paths from the root of the repository. */
function testsBeside(sources) {
  const folders = [...new Set(sources.map(name => path.posix.dirname(name)))]
  return folders.flatMap(folder =>
    readdirSync(path.join(root, folder))
      .filter(isTest)
      .map(name => `${folder}/${name}`),
  )
}

/**
 * Returns the arguments of each Vitest run. Nearly every test imports the whole application and the index of `core`, so a selection of all
 * importers would run nearly every test. Therefore a change in `core` or `web` selects the tests in the same folder, and a change in a noun
 * of `core` or `api` also the tests of that noun in `api`. `npm test` runs the other tests.
 */
function testRuns(changed) {
  const sources = changed.filter(name => /^(?:core|api|web)\/src\/.*\.tsx?$/.test(name))
  const inWorkspace = workspace => sources.filter(name => name.startsWith(`${workspace}/`))
  const nouns = new Set(sources.map(name => /^(?:core|api)\/src\/([^/]+)\//.exec(name)?.[1]).filter(noun => noun && noun !== 'http'))
  const api = [
    ...[...nouns].map(noun => `api/src/${noun}/`).filter(folder => existsSync(path.join(root, folder))),
    ...(sources.some(name => name.endsWith('contract.ts')) ? ['api/src/http/access.test.ts', 'api/src/http/openapi.test.ts'] : []),
    ...inWorkspace('api').map(name => name.replace(/(?:\.test)?\.ts$/, '.test.ts')),
  ].filter(name => existsSync(path.join(root, name)))
  return [
    { name: 'tests of core', project: 'core', files: testsBeside(inWorkspace('core')) },
    { name: 'tests of web', project: 'web', files: testsBeside(inWorkspace('web')).filter(name => !isComponentTest(name)) },
    { name: 'component tests', project: 'component', files: testsBeside(inWorkspace('web')).filter(isComponentTest) },
    { name: 'tests of api', project: 'api', files: api },
  ].filter(({ files }) => files.length > 0)
}

const since = performance.now()
const changed = changedFiles()
process.stdout.write(`${changed.length} changed files\n`)
const vitestRuns = testRuns(changed)
if (vitestRuns.some(({ project }) => project === 'component')) {
  // This module is imported after `install`, because it needs packages.
  const { findChromium } = await import('./chromium.mjs')
  findChromium()
}
const stepResults = await Promise.all([
  runStep('types', 'npm', ['run', '--silent', 'types']),
  ...vitestRuns.map(({ name, project, files }) => runStep(name, 'vitest', ['run', `--project=${project}`, ...files])),
  runStep('boundaries', 'npm', ['run', '--silent', 'boundaries']),
  ...(changed.length > 0
    ? [runStep('lint', 'biome', ['ci', '--error-on-warnings', '--colors=off', '--no-errors-on-unmatched', ...changed])]
    : []),
])
process.stdout.write(`${((performance.now() - since) / 1000).toFixed(1)} s in all\n`)
if (stepResults.includes(false)) process.exit(1)
