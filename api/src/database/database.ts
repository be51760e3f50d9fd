import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type Body<T> = (trx: Kysely<Tables>) => Promise<T>

/** Where the truth is kept, whichever engine keeps it. */
export type Database = {
  engine: 'sqlite' | 'postgres'
  /** For reading outside a write; sees what is committed. */
  read: Kysely<Tables>
  /** The same for what takes long (figures, searches, whole lists): no scan waits behind it, and callers take turns. Has no transactions. */
  slowReads: Kysely<Tables>
  /**
   * The only way to change rows: all of `body` or nothing. A body awaits nothing but its own `trx`: no hashing, file, mail or other
   * `write`. It may run again after it failed on a conflict. Throws `Refusal('unavailable')` when the engine could not keep it.
   */
  write: <T>(body: Body<T>) => Promise<T>
  close: () => Promise<void>
}

/** Thrown by a body that another process was faster than: the write is rolled back and its body runs again. */
export class WriteConflict extends Error {}

/** Marks the asynchronous work of one body. */
export const writing = new AsyncLocalStorage<object>()

/** Throws where something that must not happen inside a write is about to. */
export function refuseInsideWrite(what: string) {
  if (writing.getStore()) throw new Error(`${what} inside a write: it would hold the database for everybody`)
}

/** SQLite's primary result codes, PostgreSQL's classes and the system's names for: full, read-only, broken, gone, shutting down, too slow. */
const SQLITE_UNABLE = new Set([5, 8, 10, 13, 14])
const UNABLE = /^(08|53|57014|57P|ECONN|ENOSPC|EPIPE|ETIMEDOUT)/
/** What `pg` and Kysely say, without a code, of a connection that has broken and of a database that was closed. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|driver has already been destroyed)/

/** Whether the engine could not work, rather than the statement being wrong. */
export function isUnable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return SQLITE_UNABLE.has(errcode & 0xff)
  return typeof code === 'string' ? UNABLE.test(code) : BROKEN.test(error.message)
}

export const unavailable = (cause: unknown) => new Refusal('unavailable', { cause })
