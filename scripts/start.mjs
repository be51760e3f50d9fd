/**
 * Installs the packages, builds the site and runs the server (`npm start`). Also works in a fresh clone. `--demo` first fills a data folder
 * with example events.
 */
import { spawn, spawnSync } from 'node:child_process'
import { buildSite, compressWithBestQuality } from './build.mjs'
import { environment, installPackages, nodePath, projectRoot } from './install.mjs'
import { printMessage } from './say.mjs'

/**
 * The first and the maximum delay (ms) before a server that has ended unexpectedly is started again. Each end doubles the delay. The first
 * delay applies again after the server has run for at least `MAX_DELAY_MS`.
 */
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000

/** The exit codes of a server that cannot start: for good, as by a wrong setting, and for a cause that can pass, as a full disk. */
const CANNOT_START_EXIT_CODE = 1
const CANNOT_START_YET_EXIT_CODE = 75

/** npm sends a signal only to the shell between npm and this process. The shell ends without passing the signal on. */
const parentProcess = process.ppid
const hasParentEnded = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parentProcess

/** Exits when npm was terminated during a step that cannot be interrupted. */
function exitIfParentEnded() {
  if (!hasParentEnded()) return
  printMessage('npm start was terminated, so the server is not started.')
  process.exit(1)
}

installPackages({ onlyServing: true })
exitIfParentEnded()
buildSite({ isQuick: true })
exitIfParentEnded()

const serverEnvironment = { ...environment }
if (process.argv.includes('--demo')) {
  Object.assign(serverEnvironment, { DATA_DIR: process.env.DATA_DIR ?? './data-demo', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const { status } = spawnSync(nodePath, ['api/src/demo.ts'], { cwd: projectRoot, stdio: 'inherit', env: serverEnvironment })
  if (status !== 0) process.exit(status ?? 1)
  exitIfParentEnded()
}

let server
let compressionProcess
let isStopping = false
let hasDied = false
let restartDelayMs = FIRST_DELAY_MS

function startServer() {
  const started = Date.now()
  server = spawn(nodePath, ['api/src/server.ts'], { cwd: projectRoot, stdio: 'inherit', env: serverEnvironment })
  server.on('exit', (code, signal) => {
    if (isStopping || code === 0 || (code === CANNOT_START_EXIT_CODE && !hasDied)) process.exit(code ?? 1)
    const hasStarted = code !== CANNOT_START_YET_EXIT_CODE
    hasDied ||= hasStarted
    if (Date.now() - started >= MAX_DELAY_MS) restartDelayMs = FIRST_DELAY_MS
    printMessage(
      hasStarted
        ? `The server ended (${signal ?? `exit code ${code}`}). It starts again in ${restartDelayMs / 1_000} s.`
        : `The server cannot start yet. It tries again in ${restartDelayMs / 1_000} s.`,
    )
    setTimeout(startServer, restartDelayMs)
    restartDelayMs = Math.min(2 * restartDelayMs, MAX_DELAY_MS)
  })
}

/** Stops the server. This process exits when the server has ended. */
function stopServer(signal) {
  isStopping = true
  compressionProcess?.kill()
  if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
  server.kill(signal)
}

startServer()
compressionProcess = compressWithBestQuality()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopServer(signal))
setInterval(() => hasParentEnded() && stopServer('SIGTERM'), 500).unref()
