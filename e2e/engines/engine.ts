import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'

/** One step of the W3C's WebDriver actions, which both engines take alike. */
type Step = { type: string; [detail: string]: unknown }
export type Actions = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: Step[] }[]

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

/** Starts a program and waits until it writes `ready`; resolves to the process and the groups of the match. Everything it writes goes to `hear`. */
export function startProgram(
  [command, ...args]: [string, ...string[]],
  { ready, hear = () => {}, ...options }: { ready: RegExp; hear?: (line: string) => void } & Pick<SpawnOptions, 'env'>,
) {
  const program = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  return new Promise<{ program: ChildProcess; found: RegExpExecArray }>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        for (const line of chunk.split('\n')) hear(line)
        const found = ready.exec(output)
        if (found) resolve({ program, found })
      })
    program.once('error', reject)
    program.once('exit', code => reject(new Error(`${command} ended with ${code}: ${output}`)))
  })
}

/** Ends a program and waits until it has. */
export async function endProgram(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await ended
}
