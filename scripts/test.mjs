/**
 * Installs the packages, builds the site and runs all checks and tests (`npm test`). Also works in a fresh clone. Steps that do not depend
 * on each other run in parallel.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { environment, install, node, root } from './install.mjs'

const began = performance.now()
const seconds = since => `${Math.round((performance.now() - since) / 1000)} s`
const durations = []

install()
environment.QUICK_BUILD = 'yes'
durations.push(['install', seconds(began)])
const reportFolder = mkdtempSync(path.join(os.tmpdir(), 'hudur-reports-'))
const report = name => path.join(reportFolder, `${name}.json`)

const runningSteps = new Set()

/** Runs a step, prints its output when it ends, and resolves to the output. When a step fails, kills the other steps and exits with 1. */
function runStep(name, command, args, env = {}) {
  const since = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...env } })
    runningSteps.add(child)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
    child.on('close', status => {
      durations.push([name, seconds(since)])
      const outputText = `${Buffer.concat(output)}`
      process.stdout.write(`\n── ${name}\n${outputText}── ${name}: ${status === 0 ? 'passed' : 'failed'} after ${seconds(since)}\n`)
      runningSteps.delete(child)
      if (status === 0) return resolve(outputText)
      for (const other of runningSteps) other.kill()
      process.exit(1)
    })
  })
}

const runVitest = (name, projects) =>
  runStep(name, 'vitest', [
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ])

async function runStaticChecks() {
  // With one checker and without incremental state, the type check does a third less work. Other tests need the processor at the same
  // time.
  await runStep('types', 'npm', ['run', '--silent', 'types', '--', '--checkers', '1', '--incremental', 'false'])
  await runStep('lint', 'biome', ['ci', '--error-on-warnings', '--colors=off'])
  await runStep('boundaries', 'npm', ['run', '--silent', 'boundaries'])
  await runStep('unused', 'knip', [])
}

async function buildSite() {
  await runStep('chromium', node, ['scripts/chromium.mjs'])
  await runStep('site', node, ['scripts/build.mjs'])
  const { findChromium } = await import('./chromium.mjs')
  environment.CHROMIUM_PATH = findChromium()
}

const built = runStaticChecks().then(buildSite)
const services = runVitest('services', ['core', 'api', 'web'])
const components = built.then(() => runVitest('components', ['component']))
const engines = built.then(() => runStep('engines', node, ['scripts/engines.mjs']))
// The service tests and the component tests use both cores. The browser tests start after the service tests; in parallel, each would
// take longer.
const [missingEngines] = await Promise.all([engines, services])
await Promise.all([
  components,
  runStep('browser', 'playwright', ['test', '--config', 'e2e/playwright.config.ts'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report('browser') }),
])

const count = { passed: 0, failed: 0, skipped: 0 }
for (const name of ['services', 'components']) {
  const figures = JSON.parse(readFileSync(report(name), 'utf8'))
  count.passed += figures.numPassedTests
  count.failed += figures.numFailedTests
  count.skipped += figures.numPendingTests + figures.numTodoTests
}
const { stats } = JSON.parse(readFileSync(report('browser'), 'utf8'))
count.passed += stats.expected
count.failed += stats.unexpected + stats.flaky
count.skipped += stats.skipped
process.stdout.write(`\n${durations.map(([name, time]) => `${name} ${time}`).join(', ')}; ${seconds(began)} in all\n`)
process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
process.stdout.write(missingEngines)
// A test runner might count a failure and still exit with 0, so the counts are checked too.
if (count.failed > 0 || count.passed === 0) process.exit(1)
