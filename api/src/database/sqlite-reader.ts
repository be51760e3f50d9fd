/** The worker thread of `openSlowReads`: runs one statement after another on a read-only connection. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { cacheStatements } from './kept-statements.ts'
import type { Answer, Question } from './sqlite-slow-reads.ts'

const connection = new DatabaseSync(workerData as string, { timeout: 5_000, readOnly: true })
const statementOf = cacheStatements(sql => connection.prepare(sql), 200)

/** The rows of one message. The receiver deserializes a message on the event loop, which serves other work between two messages. */
const PIECE = 500

/** The rows of the last result that are still to be sent. */
let rest: unknown[] = []

function answer({ ask, sql, parameters }: Question): Answer {
  try {
    if (sql !== undefined) rest = statementOf(sql).all(...(parameters as SQLInputValue[]))
    return { ask, rows: rest.splice(0, PIECE), isLast: rest.length === 0 }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { ask, error: { message, errcode } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
