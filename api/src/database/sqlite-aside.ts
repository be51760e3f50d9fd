import { Worker } from 'node:worker_threads'
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteDialect } from 'kysely'
import type { Tables } from './schema.ts'

/** What a reader is asked, and what it answers; an error travels as the parts that tell what kind it is. */
export type Question = { ask: number; sql: string; parameters: readonly unknown[] }
export type Answer = { ask: number } & ({ rows: unknown[] } | { error: { message: string; errcode?: number | undefined } })

type Waiting = { resolve: (rows: unknown[]) => void; reject: (reason: unknown) => void }

/** A thread that reads the file, started when it is first asked; one that ends fails whoever waits, and the next question starts another. */
function reader(file: string) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0

  function start() {
    const started = new Worker(new URL('./sqlite-reader.ts', import.meta.url), { workerData: file })
    started.on('message', (answer: Answer) => {
      const asker = waiting.get(answer.ask)
      waiting.delete(answer.ask)
      if (waiting.size === 0) started.unref()
      if ('rows' in answer) asker?.resolve(answer.rows)
      else asker?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }))
    })
    let cause: unknown
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(cause ?? new Error('the reading thread has ended'))
      waiting.clear()
    })
    started.unref()
    return started
  }

  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        worker ??= start()
        worker.ref()
        waiting.set(++asked, { resolve, reject })
        worker.postMessage({ ask: asked, sql, parameters } satisfies Question)
      }),
    end: async () => {
      await worker?.terminate()
    },
  }
}

/** Reads the file in a thread of its own, for what takes long: nobody else waits for it. It sees what is committed. */
export function openAside(file: string): Kysely<Tables> {
  const { ask, end } = reader(file)
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
  return new Kysely<Tables>({
    dialect: new (class extends SqliteDialect {
      override createDriver() {
        return driver
      }
    })({ database: () => Promise.reject(new Error('the file is opened in its own thread')) }),
  })
}
