import path from 'node:path'
import { findNewestBackupTime } from './backups/backups.ts'
import { backupName } from './backups/retention.ts'
import { BROKEN_CONNECTION_MESSAGES } from './database/database.ts'
import { SchemaMismatch } from './database/migrate.ts'
import { DATABASE_FILE, type DatabaseLocation } from './database/open.ts'
import { spaceOf } from './disk.ts'

/** Why the database cannot be used, with what to do, in one or two sentences. `canPass`: whether it may be usable later without a change. */
export type DatabaseFailure = { says: string; canPass: boolean }

/** Free space below this number of bytes counts as none: SQLite then reports an I/O error and not a full disk. */
const NO_SPACE = 2 ** 20

/** Primary result codes of SQLite. */
const [PERMISSION, BUSY, READ_ONLY, IO_ERROR, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [3, 5, 8, 10, 11, 13, 14, 26]

const NO_SPACE_CODES = /^(ENOSPC|EDQUOT)$/
const PERMISSION_CODES = /^(EACCES|EPERM|EROFS)$/
/** Codes of the system and of PostgreSQL, and messages of `pg` without a code, when the server is not running, starting or overloaded. */
const UNREACHABLE_CODES = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|57P|53)/
/** The codes of PostgreSQL for a full disk, and for a wrong user, password or database or a missing permission. */
const POSTGRES_DISK_FULL = '53100'
const POSTGRES_REFUSED_CODES = /^(28|3D|42501)/

type CodedError = Error & { code?: unknown; errcode?: unknown; path?: string }

/** Returns an error and its causes, the innermost first. */
function causesOf(error: unknown): CodedError[] {
  return error instanceof Error ? [...causesOf(error.cause), error as CodedError] : []
}

async function backupAdvice(dataDir: string) {
  const newest = await findNewestBackupTime(dataDir, new Date())
  return newest
    ? `Put back the newest backup: npm run restore -- ${backupName(newest)}`
    : 'There is no backup beside it: keep the file, and put back a backup from another machine (npm run restore -- FILE).'
}

async function explainSqlite({ code, errcode, message, path: failed }: CodedError, dataDir: string): Promise<DatabaseFailure | undefined> {
  const file = failed ?? path.resolve(dataDir, DATABASE_FILE)
  const result = typeof errcode === 'number' ? errcode & 0xff : undefined
  const hasNoSpace = async () => ((await spaceOf(dataDir).catch(() => undefined))?.free ?? NO_SPACE) < NO_SPACE
  if (result === FULL || NO_SPACE_CODES.test(String(code)) || (result === IO_ERROR && (await hasNoSpace())))
    return { says: `The disk of ${file} is full. Free space on it.`, canPass: true }
  if (result === CORRUPT || result === NOT_A_DATABASE)
    return { says: `${file} is damaged (${message}). ${await backupAdvice(dataDir)}`, canPass: false }
  if (result === IO_ERROR) return { says: `The disk of ${file} fails (${message}). Check it.`, canPass: true }
  if (result === BUSY) return { says: `Another program has locked ${file}. End it.`, canPass: true }
  if (
    result === PERMISSION ||
    result === READ_ONLY ||
    result === CANNOT_OPEN ||
    (result === undefined && PERMISSION_CODES.test(String(code)))
  )
    return {
      says: `${file} cannot be read and written (${message}). Check the owner and the permissions of the file and of its folder.`,
      canPass: false,
    }
  return undefined
}

function explainPostgres({ code, message }: CodedError, url: string): DatabaseFailure | undefined {
  const server = `PostgreSQL at ${URL.canParse(url) ? new URL(url).host : 'DATABASE_URL'}`
  if (code === POSTGRES_DISK_FULL) return { says: `The disk of ${server} is full. Free space on it.`, canPass: true }
  if (POSTGRES_REFUSED_CODES.test(String(code)))
    return {
      says: `${server} refuses the connection (${message}). Correct the user, the password and the database of DATABASE_URL.`,
      canPass: false,
    }
  if (UNREACHABLE_CODES.test(String(code ?? '')) || BROKEN_CONNECTION_MESSAGES.test(message))
    return { says: `${server} does not answer (${String(code ?? message)}). Start it, or correct DATABASE_URL.`, canPass: true }
  return undefined
}

/** Explains the error of a database that cannot be opened or used. Returns undefined for any other error. */
export async function explainDatabaseFailure(
  error: unknown,
  { databaseUrl, dataDir }: DatabaseLocation,
): Promise<DatabaseFailure | undefined> {
  for (const cause of causesOf(error)) {
    if (cause instanceof SchemaMismatch) {
      const database = databaseUrl === undefined ? path.resolve(dataDir, DATABASE_FILE) : 'The PostgreSQL database'
      return { says: `${database} ${cause.problem}`, canPass: false }
    }
    const failure = await (databaseUrl === undefined ? explainSqlite(cause, dataDir) : explainPostgres(cause, databaseUrl))
    if (failure) return failure
  }
  return undefined
}
