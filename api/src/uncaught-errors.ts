import process from 'node:process'

type Log = Record<'error' | 'fatal', (cause: unknown, sentence: string) => void>

/** The exit code after an uncaught error; `npm start` then starts the server again. */
const CRASH_EXIT_CODE = 70

/** Errors of the operating system after which only one operation has failed: no file descriptor, or a lost connection. */
const SYSTEM_ERRORS = new Set(['EMFILE', 'ENFILE', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** Logs uncaught errors. Exits with code 70 unless it is an error of the operating system: the state cannot be trusted. */
export function handleUncaughtErrors(log: Log) {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (SYSTEM_ERRORS.has(error.code ?? '')) {
      log.error(error, 'an error of the system was caught nowhere else')
      return
    }
    log.fatal(error, 'an error was caught nowhere: the server ends')
    process.exit(CRASH_EXIT_CODE)
  })
}
