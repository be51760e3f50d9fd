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

const WARNING = 40
const ERROR = 50

/** Marks a line that needs attention, in the colours that the terminal allows. */
export const mark = {
  fine: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  fault: styleText('red', '✗'),
}

function lineOf({ level, time, msg = '', err, req, res }: Entry) {
  const sign = level >= ERROR ? mark.fault : level >= WARNING ? mark.warning : ' '
  const parts = [msg, err && err.message !== msg && err.message, req && `${req.method} ${req.url}`, res?.statusCode].filter(Boolean)
  return `${sign} ${new Date(time).toTimeString().slice(0, 8)}  ${parts.join(': ')}`
}

/** Returns a stream for the log that prints plain lines for people in place of JSON. An error is followed by its stack. */
export const plainLog = (print: (line: string) => void) => ({
  write(json: string) {
    const entry = JSON.parse(json) as Entry
    print(lineOf(entry))
    if (entry.level >= ERROR && entry.err?.stack) print(entry.err.stack.replace(/^/gm, '    '))
  },
})
