import fs from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Tables } from './schema.ts'

/** Brings the tables up to date. A migration that fails leaves the old version as it was and throws its cause. */
export async function migrate(db: Kysely<Tables>, folder = path.join(import.meta.dirname, 'migrations')) {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(result => result.status === 'Error')
  if (failed) throw new Error(`Migration ${failed.migrationName} failed; the database is as it was.`, { cause: error })
  if (error) throw new Error('The database cannot be used.', { cause: error })
}
