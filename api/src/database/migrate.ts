import fs from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Tables } from './schema.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** Returns the names of the migrations of this release, the oldest first. */
export const migrationNames = async () => (await fs.readdir(FOLDER)).map(file => path.parse(file).name).sort()

/** Runs the pending migrations. When one fails, rolls back and throws an `Error` with the name of the migration and the `cause`. */
export async function migrate(db: Kysely<Tables>, folder = FOLDER) {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(result => result.status === 'Error')
  if (failed) throw new Error(`Migration ${failed.migrationName} failed; the database is as it was.`, { cause: error })
  if (error) throw new Error('The database cannot be used.', { cause: error })
}
