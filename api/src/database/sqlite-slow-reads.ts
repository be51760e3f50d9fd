import { Worker } from 'node:worker_threads'
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Tables } from './schema.ts'
import { turnsByCaller } from './turns.ts'

/** What a reader is asked: a statement, or without one the next rows of the last. */
export type Question = { ask: number; sql?: string; parameters?: readonly unknown[] }
/** What it answers: some rows, or an error as the parts that tell what kind it is. */
export type Answer = { ask: number } & ({ rows: unknown[]; isLast: boolean } | { error: { message: string; errcode?: number | undefined } })

type Asked = { rows: unknown[]; resolve: (rows: unknown[]) => void; reject: (reason: unknown) => void }

/**
 * A thread that reads the file, one question at a time, started when it is first asked. When it ends by itself, what it was asked last fails,
 * and the next question starts another.
 */
function reader(file: string) {
  let pauses: (() => void)[] = []
  let worker: Worker | undefined
  let current: Asked | undefined
  let asked = 0

  function start() {
    const started = new Worker(new URL('./sqlite-reader.ts', import.meta.url), { workerData: file })
    let cause: unknown
    started.on('message', (answer: Answer) => {
      if (answer.ask !== asked || !current) return
      if ('error' in answer)
        return settle(({ reject }) => reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode })))
      current.rows.push(...answer.rows)
      if (answer.isLast) settle(({ rows, resolve }) => resolve(rows))
      else started.postMessage({ ask: asked } satisfies Question)
    })
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      worker = undefined
      settle(({ reject }) => reject(cause ?? new Error('the reading thread has ended')))
    })
    return started
  }

  function settle(answer: (asker: Asked) => void) {
    const asker = current
    current = undefined
    // Nobody waits: it must not keep the process alive.
    worker?.unref()
    const due = pauses
    pauses = []
    for (const pause of due) pause()
    if (asker) answer(asker)
  }

  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        current = { rows: [], resolve, reject }
        worker ??= start()
        worker.ref()
        worker.postMessage({ ask: ++asked, sql, parameters } satisfies Question)
      }),
    /** Does `act` when nothing is being read: now, or before the next question is. */
    between(act: () => void) {
      if (current) pauses.push(act)
      else act()
    },
    end: async () => {
      await worker?.terminate()
    },
  }
}

/** Reads the file in a thread of its own, for what takes long: nobody else waits for it. It sees what is committed. */
export function openSlowReads(file: string) {
  const { ask, between, end } = reader(file)
  const turns = turnsByCaller(1)
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await ask(sql, parameters)) as Row[],
    }),
    streamQuery() {
      throw new Error('a slow read answers whole')
    },
  }
  const refuse = () => Promise.reject(new Error('slow reads have no transactions'))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      await turns.begin()
      return connection
    },
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => turns.end(),
    destroy: end,
  }
  const db = new Kysely<Tables>({
    dialect: new (class extends SqliteDialect {
      override createAdapter() {
        return new (class extends SqliteAdapter {
          // Otherwise Kysely lets questions wait in the order in which they came.
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
