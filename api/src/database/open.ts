import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** The database the configuration names, its tables up to date: PostgreSQL by `DATABASE_URL`, else a file in the data folder. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, migrate)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite(path.join(dataDir, 'hudur.sqlite'), migrate)
}
