import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { type ChangeNotifier, currentWriteStorage } from './changes.ts'
import type { Tables } from './schema.ts'

export type WriteBody<T> = (trx: Kysely<Tables>) => Promise<T>

/** The database, on SQLite or PostgreSQL. */
export type Database = {
  engine: 'sqlite' | 'postgres'
  /** The connection for reads outside a write. It sees committed data. */
  read: Kysely<Tables>
  /** A read-only connection for long reads, so that no scan waits for them. It serves callers in rotation and has no transactions. */
  slowReads: Kysely<Tables>
  /**
   * The connection for reads by invitation code, which anybody may request. On SQLite it is `read`. On PostgreSQL it is a pool of its own,
   * so that a flood of made-up codes cannot occupy the connections that scans need; callers are served in rotation and none is refused. It
   * is not for transactions.
   */
  codeReads: Kysely<Tables>
  /**
   * Runs `body` in one transaction. Rows are changed in no other way. `body` may await only its own `trx`: no hashing, file, mail or other
   * `write`. After a conflict it runs again. Throws `Refusal('unavailable')` when the database could not commit.
   */
  write: <T>(body: WriteBody<T>) => Promise<T>
  changes: ChangeNotifier
  close: () => Promise<void>
}

/** The error that a body throws when another process has changed the same rows first. The write is rolled back and its body runs again. */
export class WriteConflict extends Error {}

/** Throws an `Error` when it is called inside a write. `action` names what is not allowed there. */
export function throwIfInsideWrite(action: string) {
  if (currentWriteStorage.getStore()) throw new Error(`${action} inside a write: it would hold the database for everybody`)
}

/** The error of a PostgreSQL server that takes no writes: a standby, or a primary that has become one. */
export const READ_ONLY_CODE = '25006'

/**
 * The errors of a full, read-only, broken or lost database: primary result codes of SQLite, then error classes of PostgreSQL (also of a
 * server that refuses the user, as one may that takes over with other settings) and error names of the system.
 */
const SQLITE_UNAVAILABLE_CODES = new Set([5, 8, 10, 13, 14])
const UNAVAILABLE_CODES =
  /^(08|25006|25P03|28|3D000|40003|53|57014|57P|58|EADDRNOTAVAIL|EAI_AGAIN|ECONN|EHOST|EMFILE|ENETDOWN|ENETUNREACH|ENOSPC|ENOTFOUND|EPIPE|ETIMEDOUT)/
/**
 * Error messages of an unavailable database that come without a code: those of `pg` for a broken connection and for an answer that does not
 * come in time, and those of Kysely for a closed database or connection.
 */
export const BROKEN_CONNECTION_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded|timeout expired|Cannot use a pool after|driver has already been destroyed|Postgres connection has been discarded)/

/** Returns whether an error means that the database is unavailable. Returns false for the error of a wrong statement. */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return SQLITE_UNAVAILABLE_CODES.has(errcode & 0xff)
  return typeof code === 'string' ? UNAVAILABLE_CODES.test(code) : BROKEN_CONNECTION_MESSAGES.test(error.message)
}

export const unavailableRefusal = (cause: unknown) => new Refusal('unavailable', { cause })
