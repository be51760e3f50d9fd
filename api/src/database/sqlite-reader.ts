/** The thread behind `openAside`: answers one question after another from a connection that cannot write. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question } from './sqlite-aside.ts'

const connection = new DatabaseSync(workerData as string, { timeout: 5_000, readOnly: true })
const prepared = new Map<string, StatementSync>()

function statementOf(sql: string) {
  const statement = prepared.get(sql) ?? connection.prepare(sql)
  prepared.set(sql, statement)
  return statement
}

function answer({ ask, sql, parameters }: Question): Answer {
  try {
    return { ask, rows: statementOf(sql).all(...(parameters as SQLInputValue[])) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { ask, error: { message, errcode } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
