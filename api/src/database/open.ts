import { statSync } from 'node:fs'
import { chmod, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** The name of the SQLite file in the data folder. */
export const DATABASE_FILE = 'hudur.sqlite'

/** The location of the database: a PostgreSQL URL, or the data folder of SQLite. */
export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>

/** Opens the configured database like `openDatabase`. Throws an `Error` when its SQLite file does not exist; creates none. */
export async function openExistingDatabase(location: DatabaseLocation) {
  requireDatabase(location)
  return openDatabase(location)
}

/** Throws an `Error` when the database is a SQLite file that does not exist, or whose folder this user may not read. */
export function requireDatabase({ databaseUrl, dataDir }: DatabaseLocation) {
  const file = path.resolve(dataDir, DATABASE_FILE)
  if (databaseUrl === undefined && !statSync(file, { throwIfNoEntry: false }))
    throw new Error(`There is no database ${file}. Name its folder by DATA_DIR.`)
}

/** The ends of the names of the database file and of the two files that SQLite keeps beside it while it is open. */
export const SQLITE_FILE_ENDINGS = ['', '-wal', '-shm']

/**
 * Creates the SQLite file if it is missing, and lets only this user read it. New log files get the mode of the database file. A file of
 * another user keeps its mode; `check-setup` reports it.
 */
async function protectSqliteFiles(file: string) {
  await (await open(file, 'a', 0o600)).close()
  for (const ending of SQLITE_FILE_ENDINGS) await chmod(file + ending, 0o600).catch(() => {})
}

/** Opens the configured database and migrates its tables: PostgreSQL when `DATABASE_URL` is set, else a SQLite file in the data folder. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseLocation,
  prepare: (db: Kysely<Tables>) => Promise<void> = migrate,
) {
  if (databaseUrl !== undefined) return openPostgres({ url: databaseUrl, directUrl: databaseDirectUrl }, prepare)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, DATABASE_FILE)
  await protectSqliteFiles(file)
  return openSqlite(file, prepare)
}
