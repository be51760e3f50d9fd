import { Worker } from 'node:worker_threads'
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteDialect } from 'kysely'
import type { Tables } from './schema.ts'

/** What a reader is asked, and what it answers; an error travels as the parts that tell what kind it is. */
export type Question = { ask: number; sql: string; parameters: readonly unknown[] }
export type Answer = { ask: number } & ({ rows: unknown[] } | { error: { message: string; errcode?: number | undefined } })

type Asked = Omit<Question, 'ask'> & { resolve: (rows: unknown[]) => void; reject: (reason: unknown) => void }

/**
 * A thread that reads the file, one question after another, started when it is first asked. When it ends by itself, what it was asked last
 * fails, and the next question starts another.
 */
function reader(file: string) {
  const queue: Asked[] = []
  let pauses: (() => void)[] = []
  let worker: Worker | undefined
  let current: Asked | undefined
  let asked = 0

  function start() {
    const started = new Worker(new URL('./sqlite-reader.ts', import.meta.url), { workerData: file })
    let cause: unknown
    started.on('message', (answer: Answer) => {
      if (answer.ask !== asked) return
      const asker = current
      if ('rows' in answer) asker?.resolve(answer.rows)
      else asker?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }))
      next()
    })
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      worker = undefined
      current?.reject(cause ?? new Error('the reading thread has ended'))
      next()
    })
    return started
  }

  function next() {
    current = undefined
    const due = pauses
    pauses = []
    for (const pause of due) pause()
    current = queue.shift()
    // Nobody waits: it must not keep the process alive.
    if (!current) return worker?.unref()
    worker ??= start()
    worker.ref()
    worker.postMessage({ ask: ++asked, sql: current.sql, parameters: current.parameters } satisfies Question)
  }

  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        queue.push({ sql, parameters, resolve, reject })
        if (!current) next()
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
export function openAside(file: string) {
  const { ask, between, end } = reader(file)
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await ask(sql, parameters)) as Row[],
    }),
    streamQuery() {
      throw new Error('reading aside answers whole')
    },
  }
  const refuse = () => Promise.reject(new Error('reading aside has no transactions'))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: end,
  }
  const db = new Kysely<Tables>({
    dialect: new (class extends SqliteDialect {
      override createDriver() {
        return driver
      }
    })({ database: () => Promise.reject(new Error('the file is opened in its own thread')) }),
  })
  return { db, between }
}
