import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import { type Changes, writing } from './changes.ts'
import type { Tables } from './schema.ts'

export type Body<T> = (trx: Kysely<Tables>) => Promise<T>

/** The database, on SQLite or PostgreSQL. */
export type Database = {
  engine: 'sqlite' | 'postgres'
  /** Reads outside a write; sees committed data. */
  read: Kysely<Tables>
  /**
   * A read-only connection of its own for long reads (figures, searches, whole lists): no scan waits behind them, and callers are served in
   * rotation. Sees committed data and has no transactions.
   */
  slowReads: Kysely<Tables>
  /**
   * Reads with codes that anybody may send. On PostgreSQL on connections of their own, in rotation by caller, so that a flood of made-up codes
   * takes none from scans. Refuses nobody, and has no transactions.
   */
  codeReads: Kysely<Tables>
  /**
   * Runs `body` in one transaction, the only way to change rows. A body awaits nothing but its own `trx`: no hashing, file, mail or other
   * `write`. It may run again after a conflict. Throws `Refusal('unavailable')` when the engine could not commit.
   */
  write: <T>(body: Body<T>) => Promise<T>
  changes: Changes
  close: () => Promise<void>
}

/** Thrown by a body when another process has changed the same rows first: the write is rolled back and its body runs again. */
export class WriteConflict extends Error {}

/** Throws an `Error` inside a write; `what` is the action that is not allowed in one. */
export function refuseInsideWrite(action: string) {
  if (writing.getStore()) throw new Error(`${action} inside a write: it would hold the database for everybody`)
}

/**
 * Codes of an engine that cannot work (disk full, read-only, input/output error, connection lost, shutting down, timeout): SQLite's primary
 * result codes; then PostgreSQL's classes and the system's error names.
 */
const SQLITE_UNABLE = new Set([5, 8, 10, 13, 14])
const UNABLE = /^(08|53|57014|57P|ECONN|ENOSPC|EPIPE|ETIMEDOUT)/
/** The messages of errors without a code: `pg`'s for a broken connection, and Kysely's for a closed database. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|driver has already been destroyed)/

/** Returns whether an error comes from an engine that cannot work, and not from a wrong statement. */
export function isUnable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return SQLITE_UNABLE.has(errcode & 0xff)
  return typeof code === 'string' ? UNABLE.test(code) : BROKEN.test(error.message)
}

export const unavailable = (cause: unknown) => new Refusal('unavailable', { cause })
