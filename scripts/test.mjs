/** `npm test`: runs all checks and tests, also from a fresh clone. Steps that do not need each other run in parallel. */
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
const reports = mkdtempSync(path.join(os.tmpdir(), 'hudur-reports-'))
const report = name => path.join(reports, `${name}.json`)

const running = new Set()

/** Runs a step, prints its output when it ends, and resolves to the output. The first failure ends the run and every other step. */
function step(name, command, args, env = {}) {
  const since = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...env } })
    running.add(child)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
    child.on('close', status => {
      durations.push([name, seconds(since)])
      const outputText = `${Buffer.concat(output)}`
      process.stdout.write(`\n── ${name}\n${outputText}── ${name}: ${status === 0 ? 'passed' : 'failed'} after ${seconds(since)}\n`)
      running.delete(child)
      if (status === 0) return resolve(outputText)
      for (const other of running) other.kill()
      process.exit(1)
    })
  })
}

const vitest = (name, projects) =>
  step(name, 'vitest', [
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ])

async function statics() {
  // One checker and nothing kept for a next run: a third less work, beside tests that need the processor.
  await step('types', 'npm', ['run', '--silent', 'types', '--', '--checkers', '1', '--incremental', 'false'])
  await step('lint', 'biome', ['ci', '--error-on-warnings', '--colors=off'])
  await step('boundaries', 'npm', ['run', '--silent', 'boundaries'])
  await step('unused', 'knip', [])
}

async function site() {
  await step('chromium', node, ['scripts/chromium.mjs'])
  await step('site', node, ['scripts/build.mjs'])
  const { findChromium } = await import('./chromium.mjs')
  environment.CHROMIUM_PATH = findChromium()
}

const built = statics().then(site)
const services = vitest('services', ['core', 'api', 'web'])
const components = built.then(() => vitest('components', ['component']))
const engines = built.then(() => step('engines', node, ['scripts/engines.mjs']))
// The services and the components use both cores. The browser tests start when the services have ended: beside them, each would take longer.
const [missingEngines] = await Promise.all([engines, services])
await Promise.all([
  components,
  step('browser', 'playwright', ['test', '--config', 'e2e/playwright.config.ts'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report('browser') }),
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
// A runner might count a failure and still exit with 0, so the counts are checked too.
if (count.failed > 0 || count.passed === 0) process.exit(1)
