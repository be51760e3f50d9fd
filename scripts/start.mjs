/** `npm start`: installs, builds and runs the product, also from a fresh clone. `--demo` first fills a data folder with example events. */
import { spawn, spawnSync } from 'node:child_process'
import { build, compressAgain } from './build.mjs'
import { environment, install, node, root } from './install.mjs'
import { say } from './say.mjs'

/**
 * The first and the longest delay (ms) before a server that has died is started again. Each death doubles the delay. It begins again with
 * the first one when the server has run for at least `LONGEST_WAIT`.
 */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

/** The server's exit code when it cannot start, for example because of a wrong setting. */
const CANNOT_START = 1

install({ onlyServing: true })
build({ isQuick: true })

const env = { ...environment }
if (process.argv.includes('--demo')) {
  Object.assign(env, { DATA_DIR: process.env.DATA_DIR ?? './data-demo', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const { status } = spawnSync(node, ['api/src/demo.ts'], { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

let server
let compressing
let isStopping = false
let hasDied = false
let wait = FIRST_WAIT

function run() {
  const started = Date.now()
  server = spawn(node, ['api/src/server.ts'], { cwd: root, stdio: 'inherit', env })
  server.on('exit', (code, signal) => {
    if (isStopping || code === 0 || (code === CANNOT_START && !hasDied)) process.exit(code ?? 1)
    hasDied = true
    if (Date.now() - started >= LONGEST_WAIT) wait = FIRST_WAIT
    say(`The server ended (${signal ?? `exit code ${code}`}). It starts again in ${wait / 1_000} s.`)
    setTimeout(run, wait)
    wait = Math.min(2 * wait, LONGEST_WAIT)
  })
}

/** Ends the server, and this process with it. */
function stop(signal) {
  isStopping = true
  compressing?.kill()
  if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
  server.kill(signal)
}

run()
compressing = compressAgain()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
// npm sends a signal to the shell between npm and this process. The shell ends and does not pass the signal on, so this process stops when
// its parent has changed.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || stop('SIGTERM'), 500).unref()
}
