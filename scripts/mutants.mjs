/**
 * `npm run mutants -- NAMES`: plants faults one at a time and runs the test that must fail for each. Without names it plants every fault of
 * `mutants.json`. Exits with 1 when a test misses its fault. Restores the file after each fault. When one of the files has uncommitted
 * changes, exits with 1 before it plants a fault.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { findChromium } from './chromium.mjs'
import { environment, install, node, root } from './install.mjs'

/** Commands that run the test of a fault: Vitest, or Playwright on a site that is built with the fault in it. */
const RUNNERS = {
  unit: test => ['vitest', ['run', `--project=${test.split('/')[0]}`, '--bail=1', test]],
  component: test => ['vitest', ['run', '--project=component', '--bail=1', test]],
  e2e: test => [node, ['scripts/e2e.mjs', test, '--max-failures=1']],
}

install()
const all = JSON.parse(readFileSync(path.join(root, 'scripts/mutants.json'), 'utf8'))
const names = process.argv.slice(2)
const unknown = names.filter(name => !all.some(mutant => mutant.name === name))
if (unknown.length > 0) stop(`There is no fault called ${unknown.join(', ')}.`)
const selectedMutants = names.length ? all.filter(({ name }) => names.includes(name)) : all

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Returns the file's text without and with the fault. Ends the process with 1 unless the text to replace occurs exactly once. */
function planted({ name, file, from, to }) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const parts = source.split(from)
  if (parts.length !== 2) stop(`${name}: the text to replace occurs ${parts.length - 1} times in ${file}.`)
  return { source, faulty: parts.join(to) }
}

const files = [...new Set(selectedMutants.map(({ file }) => file))]
const changed = spawnSync('git', ['status', '--porcelain', '--', ...files], { cwd: root, encoding: 'utf8' }).stdout
if (changed) stop(`These files have changes that are not committed:\n${changed}`)
for (const mutant of selectedMutants) planted(mutant)

const env = { ...environment, CHROMIUM_PATH: findChromium() }
const survived = []
for (const mutant of selectedMutants) {
  const { source, faulty } = planted(mutant)
  const file = path.join(root, mutant.file)
  const since = Date.now()
  const [command, args] = RUNNERS[mutant.runner](mutant.tests)
  let result
  try {
    writeFileSync(file, faulty)
    result = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' })
  } finally {
    writeFileSync(file, source)
  }
  // A run that finds no test or cannot start ends with an error too, but catches nothing.
  const isCaught = result.status !== 0 && /\d+ failed/.test(result.stdout.replace(/\u001b\[[0-9;]*m/g, ''))
  if (!isCaught) survived.push(mutant.name)
  const seconds = Math.round((Date.now() - since) / 1000)
  process.stdout.write(`${isCaught ? 'caught  ' : 'SURVIVED'}  ${mutant.name}  (${mutant.file}; ${mutant.tests}; ${seconds} s)\n`)
  if (!isCaught) process.stdout.write(`${result.stdout.slice(-2_000)}\n${result.stderr.slice(-1_000)}\n`)
}
process.stdout.write(`\n${selectedMutants.length - survived.length} of ${selectedMutants.length} faults caught.\n`)
if (survived.length > 0) stop(`Not caught: ${survived.join(', ')}.`)
