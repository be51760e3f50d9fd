/**
 * Prints the messages of the npm commands: as plain lines in a terminal, otherwise as JSON lines like the server's log, for programs that
 * collect logs.
 */
import process from 'node:process'

const isTerminal = process.stdout.isTTY === true

const LOG_LEVELS = { says: 30, warns: 40, fails: 60 }

const createPrinter = (stream, level) => line =>
  stream.write(isTerminal ? `${line}\n` : `${JSON.stringify({ level: LOG_LEVELS[level], time: Date.now(), msg: line })}\n`)

/** Prints a sentence about progress to the standard output. */
export const printMessage = createPrinter(process.stdout, 'says')

/** Prints a sentence about a failure to the standard error output. */
export const printFailure = createPrinter(process.stderr, 'fails')

/**
 * The `stdio` option for child processes: in a terminal they print directly, otherwise their output is captured and printed by
 * `printCapturedOutput`.
 */
export const CHILD_STDIO = isTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe']

/** Prints the captured output of a child process line by line. */
export function printCapturedOutput({ stdout, stderr }) {
  for (const [output, printLine] of [
    [stdout, printMessage],
    [stderr, createPrinter(process.stderr, 'warns')],
  ])
    for (const line of String(output ?? '').split('\n')) if (line.trim() !== '') printLine(line)
}
