/** The worker thread of `openSlowReads`. It runs one statement after another on a read-only connection. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareArrayStatement } from './sqlite-rows.ts'
import type { ReaderAnswer, ReaderQuestion } from './sqlite-slow-reads.ts'
import { createStatementCache } from './statement-cache.ts'

const connection = new DatabaseSync(workerData as string, { timeout: 5_000, readOnly: true })
const statementOf = createStatementCache(sql => prepareArrayStatement(connection, sql), 200)

/** The maximum number of rows in one message. Between two messages, the event loop of the receiver can run other tasks. */
const ROWS_PER_MESSAGE = 500

/** The column names of the last result, and its rows that are still to be sent. */
let names: string[] = []
let unsentRows: unknown[][] = []

function answerQuestion({ ask, sql, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    if (sql !== undefined) {
      const statement = statementOf(sql)
      names = statement.names
      unsentRows = statement.readRows(parameters ?? [])
    }
    return { ask, names, rows: unsentRows.splice(0, ROWS_PER_MESSAGE), isLast: unsentRows.length === 0 }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { ask, error: { message, errcode } }
  }
}

parentPort?.on('message', (question: ReaderQuestion) => parentPort?.postMessage(answerQuestion(question)))
