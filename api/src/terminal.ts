import { styleText } from 'node:util'

/** An entry of the log, as pino writes it. */
type Entry = {
  level: number
  time: number
  msg?: string
  err?: { message: string; stack?: string }
  req?: { method: string; url: string }
  res?: { statusCode: number }
}

const WARN_LEVEL = 40
const ERROR_LEVEL = 50

/** The signs at the beginning of lines, by log level. They have colours when the terminal supports them. */
export const levelSigns = {
  fine: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  fault: styleText('red', '✗'),
}

function formatEntry({ level, time, msg = '', err, req, res }: Entry) {
  const sign = level >= ERROR_LEVEL ? levelSigns.fault : level >= WARN_LEVEL ? levelSigns.warning : ' '
  const parts = [msg, err && err.message !== msg && err.message, req && `${req.method} ${req.url}`, res?.statusCode].filter(Boolean)
  return `${sign} ${new Date(time).toTimeString().slice(0, 8)}  ${parts.join(': ')}`
}

/** Returns a stream for the log that prints plain lines for people in place of JSON. An error is followed by its stack. */
export const plainLogStream = (print: (line: string) => void) => ({
  write(json: string) {
    const entry = JSON.parse(json) as Entry
    print(formatEntry(entry))
    if (entry.level >= ERROR_LEVEL && entry.err?.stack) print(entry.err.stack.replace(/^/gm, '    '))
  },
})
