import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'

/** A server in a process of its own. */
export type ServerProcess = {
  url: string
  pid: number
  stop: () => Promise<void>
  /** Kills the process at once (SIGKILL), as a power cut would. */
  kill: () => Promise<void>
  /** Returns what the process has logged. */
  log: () => string
}

/** The limits of the operating system for a process. */
export type SystemLimits = {
  /** The most open file descriptors, as `ulimit -n` sets it. */
  descriptors?: number
}

/** The environment variables of a process that must not get other settings from this machine. The compile cache makes its start faster. */
export const BARE_ENVIRONMENT: Record<string, string | undefined> = {
  PATH: process.env.PATH,
  SETTINGS_FILE: os.devNull,
  ...(process.env.NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}

/** Starts a program and resolves once it prints «Hudur is at ADDRESS». Throws an `Error` with its output when it ends before that. */
export async function startProcess(
  program: string,
  args: string[],
  env: Record<string, string>,
  { descriptors }: SystemLimits = {},
): Promise<ServerProcess> {
  const command = [process.execPath, program, ...args]
  const [file = '', ...rest] = descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command]
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const exitPromise = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
        const address = /Hudur is at (https?:\S+)\//.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    void exitPromise.then(() => reject(new Error(`the server ended before it answered: ${output}`)))
  })
  // A running server logs only problems, so its output from now on is printed with that of the test run, unless it logs every request.
  if (env.LOG_LEVEL !== 'info') child.stdout.pipe(process.stderr)
  return {
    url,
    pid: child.pid ?? 0,
    log: () => output,
    kill() {
      child.kill('SIGKILL')
      return exitPromise
    },
    stop() {
      child.kill('SIGTERM')
      return exitPromise
    },
  }
}

/**
 * Starts the product's server on a free port, with `ADMINISTRATOR` as its first administrator and without rate limits. `checkout` is the
 * folder of the product that is started, by default this one.
 */
export const startProduct = (env: Record<string, string>, limits?: SystemLimits, checkout = path.resolve(import.meta.dirname, '../..')) =>
  startProcess(
    path.join(checkout, 'api/src/server.ts'),
    [],
    {
      SETTINGS_FILE: os.devNull,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...env,
    },
    limits,
  )

const preloadOption = (module: string) => `--import=${new URL(module, import.meta.url)}`

/** Environment variables for a server that hashes passwords quickly, for tests that do not depend on the cost of a hash. */
export const QUICK_PASSWORDS_ENVIRONMENT = { NODE_OPTIONS: preloadOption('quick-passwords.ts') }

/**
 * Environment variables for a server that shares the machine with browsers: it hashes passwords quickly, and refuses no request because of
 * load. It also reads live figures soon after a slow read.
 */
export const BESIDE_BROWSERS_ENVIRONMENT = { NODE_OPTIONS: `${preloadOption('quick-passwords.ts')} ${preloadOption('any-pressure.ts')}` }

/** Environment variables for a server whose clock is this many days ahead. */
export const clockAheadEnvironment = (days: number) => ({ NODE_OPTIONS: preloadOption('clock-ahead.ts'), CLOCK_AHEAD_DAYS: String(days) })

export const ADMINISTRATOR = { username: 'admin', password: 'كلمة-سر 1' }
