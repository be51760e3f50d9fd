import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

/** A server in a process of its own. */
export type ServerProcess = {
  url: string
  pid: number
  stop: () => Promise<void>
  /** Ends it as a power cut would: nothing of its own runs any more. */
  kill: () => Promise<void>
}

/** The limits of the system that a program runs under. */
export type SystemLimits = {
  /** How many descriptors it may have open, as `ulimit -n` sets it. */
  descriptors?: number
}

/** Runs a program that says «Hudur is at ADDRESS» once it answers. Throws what it said when it ends before that. */
export async function startProcess(
  program: string,
  args: string[],
  env: Record<string, string>,
  { descriptors }: SystemLimits = {},
): Promise<ServerProcess> {
  const command = [process.execPath, program, ...args]
  const [file = '', ...rest] = descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command]
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        said += chunk
        const address = /Hudur is at (https?:\S+)\//.exec(said)?.[1]
        if (address) resolve(address)
      })
    }
    void ended.then(() => reject(new Error(`the server ended before it answered: ${said}`)))
  })
  // What it logs from now on is trouble, and whoever looks at a failure wants to read it.
  child.stdout.pipe(process.stderr)
  return {
    url,
    pid: child.pid ?? 0,
    kill() {
      child.kill('SIGKILL')
      return ended
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The product's own server, as `npm start` runs it: a free port, and a first administrator whose password is known. */
export const startProduct = (env: Record<string, string>, limits?: SystemLimits) =>
  startProcess(
    path.resolve(import.meta.dirname, '../src/server.ts'),
    [],
    {
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...env,
    },
    limits,
  )

/** The environment of a server that hashes passwords quickly: for tests that do not judge what a hash costs. */
export const QUICK_PASSWORDS = { NODE_OPTIONS: `--import=${new URL('quick-passwords.ts', import.meta.url)}` }

export const ADMINISTRATOR = { username: 'admin', password: 'كلمة-سر 1' }
