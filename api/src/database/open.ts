import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

const migrateToLatest = (db: Kysely<Tables>) => migrate(db)

/** Opens the configured database and migrates its tables: PostgreSQL when `DATABASE_URL` is set, else a SQLite file in the data folder. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, prepare = migrateToLatest) {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, prepare)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite(path.join(dataDir, 'hudur.sqlite'), prepare)
}
