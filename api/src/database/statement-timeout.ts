import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, WriteBody } from './database.ts'

/**
 * The timeout (ms) of a statement without an answer in the current work, in place of that of its connection. Only PostgreSQL has timeouts,
 * because only there a server can stop to answer.
 */
export const statementTimeoutStorage = new AsyncLocalStorage<number>()

/** The timeout (ms) of a statement of a set, for which all later calls wait. */
export const SET_STATEMENT_TIMEOUT_MS = 2_500

/** The timeout (ms) of a statement that may read a whole table. */
export const SLOW_STATEMENT_TIMEOUT_MS = 35_000

/** Writes with statements that may take as long as a slow read, because they change all rows of an account or of an event. */
export const writeManyRows = <Result>(db: Database, body: WriteBody<Result>) =>
  statementTimeoutStorage.run(SLOW_STATEMENT_TIMEOUT_MS, () => db.write(body))
