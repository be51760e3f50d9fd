import process from 'node:process'

type Log = Record<'error' | 'fatal', (cause: unknown, sentence: string) => void>

/** The exit code after an error that nobody caught: `npm start` starts the server again. */
const CRASHED = 70

/** The system refused a descriptor or ended a connection: what asked for it failed, and nothing of ours is half done. */
const OUTSIDE = new Set(['EMFILE', 'ENFILE', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** Logs an error that nobody caught. The process goes on after an error of the system; after any other its state cannot be trusted, and it ends. */
export function lastResort(log: Log) {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (OUTSIDE.has(error.code ?? '')) {
      log.error(error, 'an error of the system was caught nowhere else')
      return
    }
    log.fatal(error, 'an error was caught nowhere: the server ends')
    process.exit(CRASHED)
  })
}
