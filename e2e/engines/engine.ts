import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A step of the W3C's WebDriver actions. Both engines accept the same steps. */
type ActionStep = { type: string; [detail: string]: unknown }
type InputActions = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: ActionStep[] }[]

/** A browser window that a test controls. */
export type BrowserWindow = {
  /** Opens a URL. Resolves when the page has loaded. */
  goto: (url: string) => Promise<void>
  /** Runs a JavaScript expression in the page and awaits its promise. Resolves to the value after a round trip through JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Sends input events of a pointer or a keyboard to the window. */
  perform: (actions: InputActions) => Promise<void>
  /** Returns a PNG of the page as base64. */
  screenshot: () => Promise<string>
  /** Returns the errors that the browser has logged so far. */
  errors: () => string[]
  close: () => Promise<void>
}

/** A browser that the tests control without Playwright. */
export type Engine = {
  name: string
  /** Debian packages that the engine needs. */
  debianPackages: string[]
  /** Opens a window that stores its profile in the folder `home` and its downloads in `home/downloads`. */
  open: (home: string) => Promise<BrowserWindow>
}

/** Starts a program. Calls `onLine` with each line that the program writes to stdout or stderr. */
export function startProgram([command, ...args]: [string, ...string[]], onLine: (line: string) => void, env = process.env) {
  const program = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [program.stdout, program.stderr]) createInterface(stream).on('line', onLine)
  return program
}

/**
 * Starts a program and waits until it prints a line that matches `readyLine`. Resolves to the program and the text of the pattern's first
 * group. Rejects when the program cannot start or ends before that line.
 */
export function startProgramUntilReady(command: [string, ...string[]], readyLine: RegExp) {
  const lines: string[] = []
  return new Promise<{ program: ChildProcess; found: string }>((resolve, reject) => {
    const program = startProgram(command, line => {
      lines.push(line)
      const found = readyLine.exec(line)?.[1]
      if (found) resolve({ program, found })
    })
    program.once('error', reject)
    program.once('exit', code => reject(new Error(`${command[0]} ended with ${code}: ${lines.join('\n')}`)))
  })
}

/** Sends SIGTERM to a program and waits until it has ended. */
export async function endProgram(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const exit = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await exit
}
