import fs from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { upgradeFrom090 } from './migrations/0001-baseline.ts'
import type { Tables } from './schema.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

const BASELINE = '0001-baseline'
/** The last migration of version 0.9.0, whose migrations the baseline replaces. */
const LAST_OF_090 = '0028-sendings-by-links'

/** Returns the names of the migrations of this release, the oldest first. */
export const migrationNames = async (folder = FOLDER) => (await fs.readdir(folder)).map(file => path.parse(file).name).sort()

/**
 * Returns why this release cannot use a database, as the end of a sentence; undefined where it can. It can also upgrade a database of
 * version 0.9.0. `applied` has the names of the database's migrations, and `known` those of this release, both oldest first.
 */
export function schemaProblem(applied: readonly string[], known: readonly string[]): string | undefined {
  const last = applied.at(-1)
  if (last === undefined || last === LAST_OF_090) return undefined
  if (!applied.includes(BASELINE)) return `was made by a Hudur before 0.9.0 (${last}): start version 0.9.0 on it once, then this one.`
  const newer = applied.findLast(name => !known.includes(name))
  return newer && `was made by a newer Hudur (${newer}). Install that one, or put back a backup of this one.`
}

/** The error of a database whose tables this release cannot use. `problem` completes «The database …»: «was made by …». */
export class SchemaMismatch extends Error {
  readonly problem: string

  constructor(problem: string) {
    super(`The database ${problem}`)
    this.problem = problem
  }
}

/** Reads the names of the applied migrations, the oldest first; none from an empty database. */
async function readAppliedMigrations(db: Kysely<Tables>) {
  // Kysely's list of tables fails while another process changes tables.
  const find = db.getExecutor().adapter.supportsMultipleConnections
    ? sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`
    : sql<{ name: string | null }>`select name from sqlite_master where name = 'kysely_migration'`
  if (!(await find.execute(db)).rows[0]?.name) return []
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)
}

/** Upgrades the tables of version 0.9.0, and records the baseline in place of the migrations of that version. */
const takeOver090 = (db: Kysely<Tables>) =>
  db.transaction().execute(async trx => {
    // Several processes may share a PostgreSQL database and start at the same time.
    if (trx.getExecutor().adapter.supportsMultipleConnections) await sql`lock table kysely_migration`.execute(trx)
    if ((await readAppliedMigrations(trx)).at(-1) !== LAST_OF_090) return
    await upgradeFrom090(trx)
    await sql`delete from kysely_migration`.execute(trx)
    await sql`insert into kysely_migration (name, timestamp) values (${BASELINE}, ${new Date().toISOString()})`.execute(trx)
  })

function reportFailure(migration: string, cause: unknown): never {
  throw new Error(`Migration ${migration} failed; the database is as it was.`, { cause })
}

/**
 * Runs the pending migrations. When one fails, rolls back and throws an `Error` with the name of the migration and the `cause`. Throws a
 * `SchemaMismatch` and changes nothing when a newer version or one before 0.9.0 made the database.
 */
export async function migrate(db: Kysely<Tables>, folder = FOLDER) {
  const applied = await readAppliedMigrations(db)
  const known = await migrationNames(folder)
  const problem = schemaProblem(applied, known)
  if (problem !== undefined) throw new SchemaMismatch(problem)
  // Without a pending migration, the lock of migrations is not taken: behind a connection pooler, one may be left from an earlier start.
  if (known.every(name => applied.includes(name))) return
  if (applied.at(-1) === LAST_OF_090) await takeOver090(db).catch(cause => reportFailure(BASELINE, cause))
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(result => result.status === 'Error')
  if (failed) reportFailure(failed.migrationName, error)
  if (error) throw new Error('The database cannot be used.', { cause: error })
}
