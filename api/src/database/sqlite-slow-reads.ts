import { Worker } from 'node:worker_threads'
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteAdapter, SqliteDialect } from 'kysely'
import { createFairQueue } from './fair-queue.ts'
import { rowConverterFor } from './row-converter.ts'
import type { Tables } from './schema.ts'

/** A message to the reader thread: a statement, or, without `sql`, a request for the next rows of the last statement. */
export type ReaderQuestion = { ask: number; sql?: string; parameters?: readonly unknown[] }
/** A message from the reader thread: some rows as arrays of values, or an error as its message and SQLite result code. */
export type ReaderAnswer = { ask: number } & (
  | { names: readonly string[]; rows: unknown[][]; isLast: boolean }
  | { error: { message: string; errcode?: number | undefined } }
)

type PendingQuery = { rows: unknown[]; resolve: (rows: unknown[]) => void; reject: (reason: unknown) => void }

/**
 * Creates the reader thread, which runs one statement at a time. The first statement starts the thread. When the thread ends by itself, the
 * current statement fails, and the next one starts another thread.
 */
function createReader(file: string) {
  let idleCallbacks: (() => void)[] = []
  let worker: Worker | undefined
  let current: PendingQuery | undefined
  let lastQuestionId = 0

  function startThread() {
    const started = new Worker(new URL('./sqlite-reader.ts', import.meta.url), { workerData: file })
    let cause: unknown
    started.on('message', (answer: ReaderAnswer) => {
      if (answer.ask !== lastQuestionId || !current) return
      if ('error' in answer)
        return settleCurrentQuery(({ reject }) => reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode })))
      current.rows.push(...answer.rows.map(rowConverterFor(answer.names)))
      if (answer.isLast) settleCurrentQuery(({ rows, resolve }) => resolve(rows))
      else started.postMessage({ ask: lastQuestionId } satisfies ReaderQuestion)
    })
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      worker = undefined
      settleCurrentQuery(({ reject }) => reject(cause ?? new Error('the reading thread has ended')))
    })
    return started
  }

  function settleCurrentQuery(answer: (asker: PendingQuery) => void) {
    const asker = current
    current = undefined
    // An idle thread must not keep the process alive.
    worker?.unref()
    const due = idleCallbacks
    idleCallbacks = []
    for (const pause of due) pause()
    if (asker) answer(asker)
  }

  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        current = { rows: [], resolve, reject }
        worker ??= startThread()
        worker.ref()
        worker.postMessage({ ask: ++lastQuestionId, sql, parameters } satisfies ReaderQuestion)
      }),
    /** Calls `act` while no statement runs: immediately, or when the current statement has ended. */
    between(act: () => void) {
      if (current) idleCallbacks.push(act)
      else act()
    },
    end: async () => {
      await worker?.terminate()
    },
  }
}

/** Opens the slow reads: a read-only connection in a worker thread, so that long reads do not block the event loop. Sees committed data. */
export function openSlowReads(file: string) {
  const { ask, between, end } = createReader(file)
  const queue = createFairQueue(1)
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await ask(sql, parameters)) as Row[],
    }),
    streamQuery() {
      throw new Error('a slow read answers whole')
    },
  }
  const refuseTransaction = () => Promise.reject(new Error('slow reads have no transactions'))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      await queue.acquire()
      return connection
    },
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    releaseConnection: async () => queue.release(),
    destroy: end,
  }
  const db = new Kysely<Tables>({
    dialect: new (class extends SqliteDialect {
      override createAdapter() {
        return new (class extends SqliteAdapter {
          // Without this property, Kysely would queue statements in the order of their calls, before the fair queue could reorder them.
          override get supportsMultipleConnections() {
            return true
          }
        })()
      }
      override createDriver() {
        return driver
      }
    })({ database: () => Promise.reject(new Error('the file is opened in its own thread')) }),
  })
  return { db, between }
}
