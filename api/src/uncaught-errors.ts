import process from 'node:process'

type Log = Record<'error' | 'fatal', (cause: unknown, sentence: string) => void>

/** The exit code after an uncaught error; `npm start` then starts the server again. */
const CRASH_EXIT_CODE = 70

/**
 * Error codes of the operating system: it refused a file descriptor or ended a connection. Only the operation that needed it failed, and
 * the state of the process is intact.
 */
const SYSTEM_ERRORS = new Set(['EMFILE', 'ENFILE', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/**
 * Logs uncaught errors. After an error of the operating system the process continues. After any other error its state cannot be trusted,
 * and it exits with code 70.
 */
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
