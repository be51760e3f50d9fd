import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

/** One step of the W3C's WebDriver actions, which both engines take alike. */
type Step = { type: string; [detail: string]: unknown }
type Actions = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: Step[] }[]

/** A window of one browser. */
export type BrowserWindow = {
  /** Loads an address and waits until it is loaded. */
  goto: (url: string) => Promise<void>
  /** Runs an expression of JavaScript in the page, waits for its promise and returns what it is, as JSON carries it. */
  evaluate: (expression: string) => Promise<unknown>
  perform: (actions: Actions) => Promise<void>
  /** PNG, as base64. */
  screenshot: () => Promise<string>
  /** What went wrong in the page's scripts so far. */
  errors: () => string[]
  close: () => Promise<void>
}

export type Engine = {
  name: string
  /** The Debian packages that bring it. */
  needs: string[]
  /** Opens a window that keeps its profile and its downloads (`downloads/`) in the folder `home`. */
  open: (home: string) => Promise<BrowserWindow>
}

/** Returns the Debian packages that an engine still needs here; all of them on another system. */
export function missingFor({ needs }: Engine) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format.
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...needs], { encoding: 'utf8' })
  const installed = new Set(stdout?.split('\n'))
  return needs.filter(name => !installed.has(`${name} installed`))
}

/** Starts a program. Everything that it writes goes to `hear`, line by line. */
export function startProgram([command, ...args]: [string, ...string[]], callServer: (line: string) => void, env = process.env) {
  const program = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [program.stdout, program.stderr]) createInterface(stream).on('line', callServer)
  return program
}

/** Starts a program and waits for a line that matches `ready`. Resolves to the program and what the pattern's group found. */
export function startUntil(command: [string, ...string[]], ready: RegExp) {
  const lines: string[] = []
  return new Promise<{ program: ChildProcess; found: string }>((resolve, reject) => {
    const program = startProgram(command, line => {
      lines.push(line)
      const found = ready.exec(line)?.[1]
      if (found) resolve({ program, found })
    })
    program.once('error', reject)
    program.once('exit', code => reject(new Error(`${command[0]} ended with ${code}: ${lines.join('\n')}`)))
  })
}

/** Ends a program and waits until it has. */
export async function endProgram(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await ended
}
