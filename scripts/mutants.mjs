/**
 * Plants faults in the source one at a time, and runs the test that must fail for each (`npm run mutants -- NAMES`). Without names, plants
 * every fault of `mutants.json`. Runs each test without a fault first. Exits with 1 when a test does not detect its fault or fails without
 * one. Restores the source file after each fault. Exits with 1 before the first fault when one of the files has uncommitted changes.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { environment, installPackages, nodePath, projectRoot } from './install.mjs'

/** The commands that run the test of a fault: Vitest, or Playwright on a site that is built with the fault. */
const RUNNER_COMMANDS = {
  unit: test => ['vitest', ['run', `--project=${test.split('/')[0]}`, '--bail=1', test]],
  component: test => ['vitest', ['run', '--project=component', '--bail=1', test]],
  e2e: test => [nodePath, ['scripts/e2e.mjs', test, '--max-failures=1']],
}

installPackages()
// This module imports a package, which may only now be installed.
const { findChromium } = await import('./chromium.mjs')
const allFaults = JSON.parse(readFileSync(path.join(projectRoot, 'scripts/mutants.json'), 'utf8'))
const requestedNames = process.argv.slice(2)
const unknownNames = requestedNames.filter(name => !allFaults.some(mutant => mutant.name === name))
if (unknownNames.length > 0) exitWithFailure(`There is no fault called ${unknownNames.join(', ')}.`)
const selectedMutants = requestedNames.length ? allFaults.filter(({ name }) => requestedNames.includes(name)) : allFaults

function exitWithFailure(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Returns the text of the file without and with the fault. Exits with 1 unless the text to replace occurs exactly once. */
function makeFaultySource({ name, file, from, to }) {
  const source = readFileSync(path.join(projectRoot, file), 'utf8')
  const parts = source.split(from)
  if (parts.length !== 2) exitWithFailure(`${name}: the text to replace occurs ${parts.length - 1} times in ${file}.`)
  return { source, faulty: parts.join(to) }
}

const mutatedFiles = [...new Set(selectedMutants.map(({ file }) => file))]
const changedFiles = spawnSync('git', ['status', '--porcelain', '--', ...mutatedFiles], { cwd: projectRoot, encoding: 'utf8' }).stdout
if (changedFiles) exitWithFailure(`These files have changes that are not committed:\n${changedFiles}`)
for (const mutant of selectedMutants) makeFaultySource(mutant)

// A component test without a fault must pass with the same short waits.
const runnerEnvironment = { ...environment, CHROMIUM_PATH: findChromium(), COMPONENT_WAIT_TIMEOUT_MS: '8000' }
const survivedFaults = []
// After Ctrl-C the running test ends, the source file is restored, and this process exits.
let isInterrupted = false
process.on('SIGINT', () => {
  isInterrupted = true
})

function runTest({ runner, tests }) {
  const [command, args] = RUNNER_COMMANDS[runner](tests)
  return spawnSync(command, args, { cwd: projectRoot, env: runnerEnvironment, encoding: 'utf8' })
}

/** Returns the last part of the output of a test. */
const endOfOutput = ({ stdout, stderr }) => `${stdout.slice(-2_000)}\n${stderr.slice(-1_000)}`

/** Exits with 1 when Ctrl-C ended the test. */
async function exitIfInterrupted({ signal }) {
  await new Promise(resolve => setImmediate(resolve))
  if (isInterrupted || signal === 'SIGINT') process.exit(1)
}

const passedTests = new Set()
for (const mutant of selectedMutants) {
  if (!passedTests.has(mutant.tests)) {
    const result = runTest(mutant)
    await exitIfInterrupted(result)
    if (result.status !== 0) exitWithFailure(`${mutant.tests} fails without a fault:\n${endOfOutput(result)}`)
    passedTests.add(mutant.tests)
  }
  const { source, faulty } = makeFaultySource(mutant)
  const file = path.join(projectRoot, mutant.file)
  const since = Date.now()
  let result
  try {
    writeFileSync(file, faulty)
    result = runTest(mutant)
  } finally {
    writeFileSync(file, source)
  }
  await exitIfInterrupted(result)
  // A run that finds no test, cannot start or cannot import a file also fails, but detects no fault. Vitest prints «Tests 1 failed», and
  // Playwright «1 failed».
  const isCaught = result.status !== 0 && /^\s*(?:Tests\s+)?\d+ failed/m.test(result.stdout.replace(/\u001b\[[0-9;]*m/g, ''))
  if (!isCaught) survivedFaults.push(mutant.name)
  const seconds = Math.round((Date.now() - since) / 1000)
  process.stdout.write(`${isCaught ? 'caught  ' : 'SURVIVED'}  ${mutant.name}  (${mutant.file}; ${mutant.tests}; ${seconds} s)\n`)
  if (!isCaught) process.stdout.write(`${endOfOutput(result)}\n`)
}
process.stdout.write(`\n${selectedMutants.length - survivedFaults.length} of ${selectedMutants.length} faults caught.\n`)
if (survivedFaults.length > 0) exitWithFailure(`Not caught: ${survivedFaults.join(', ')}.`)
