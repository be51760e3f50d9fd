/** Prints what the npm commands say: plain lines in a terminal, elsewhere JSON as in the log of the server, for programs that collect it. */
import process from 'node:process'

const isTerminal = process.stdout.isTTY === true

const LEVELS = { says: 30, warns: 40, fails: 60 }

const print = (stream, level) => line =>
  stream.write(isTerminal ? `${line}\n` : `${JSON.stringify({ level: LEVELS[level], time: Date.now(), msg: line })}\n`)

/** Prints a sentence about what happens. */
export const say = print(process.stdout, 'says')

/** Prints a sentence about a failure. */
export const sayFault = print(process.stderr, 'fails')

/** How the output of a program is passed on: to a terminal as it is, elsewhere to `passOn`. */
export const OUTPUT = isTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe']

/** Prints the lines that a program has printed where its output was not passed on. */
export function passOn({ stdout, stderr }) {
  for (const [output, printLine] of [
    [stdout, say],
    [stderr, print(process.stderr, 'warns')],
  ])
    for (const line of String(output ?? '').split('\n')) if (line.trim() !== '') printLine(line)
}
