import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockFolder } from '../database/folder-lock.ts'
import { schemaProblem } from '../database/migrate.ts'
import { DATABASE_FILE } from '../database/open.ts'
import { BACKUPS_FOLDER, flushToDisk } from './backups.ts'
import type { RowCounts } from './copy.ts'
import { countRows, findDamage } from './integrity.ts'

export type RestoreResult = { rows: RowCounts; replaced: string | undefined }

/**
 * Replaces the data folder's database by a backup. `file` is a path, or the name of one of the folder's own backups. All sessions of
 * accounts end. The database gets a new epoch, so devices that may have newer data than the backup download everything and upload again
 * what the backup does not have. The old files are moved to a folder `replaced-…`. Throws an `Error`, and changes nothing, when a server
 * runs on the folder, or when the backup is damaged or was made by a newer version or one before 0.9.0.
 */
export async function restoreBackup(
  dataDir: string,
  file: string,
  { at, migrations }: { at: Date; migrations: readonly string[] },
): Promise<RestoreResult> {
  const backup = await findBackupFile(dataDir, file)
  const release = lockFolder(dataDir)
  const newDatabase = path.join(dataDir, `${DATABASE_FILE}.coming`)
  try {
    await copyFile(backup, newDatabase)
    await chmod(newDatabase, 0o600)
    const rows = prepareBackup(newDatabase, migrations)
    await flushToDisk(newDatabase)
    const replaced = await moveDatabaseFiles(dataDir, at)
    await rename(newDatabase, path.join(dataDir, DATABASE_FILE))
    await flushToDisk(dataDir)
    return { rows, replaced }
  } finally {
    for (const fileSuffix of ['', '-wal', '-shm']) await rm(`${newDatabase}${fileSuffix}`, { force: true })
    release()
  }
}

async function findBackupFile(dataDir: string, file: string) {
  for (const place of [path.resolve(file), path.join(dataDir, BACKUPS_FOLDER, file)])
    if ((await stat(place).catch(() => undefined))?.isFile()) return place
  throw new Error(`There is no file «${file}», neither here nor among the backups.`)
}

/** Checks the whole copy, deletes the sessions of accounts and sets a new epoch. Returns row counts. Throws an `Error` for a bad file. */
function prepareBackup(file: string, migrations: readonly string[]) {
  const database = new DatabaseSync(file)
  try {
    const problem = findDatabaseProblem(database)
    if (problem) throw new Error(`This backup is not sound: ${problem}`)
    const applied = database.prepare('select name from kysely_migration order by name').all()
    const schema = schemaProblem(
      applied.map(({ name }) => String(name)),
      migrations,
    )
    if (schema !== undefined) throw new Error(`This backup ${schema}`)
    database.exec('begin')
    database.exec('delete from sessions')
    database.prepare("update settings set value = ? where name = 'epoch'").run(randomUUID())
    database.exec('commit')
    return countRows(database)
  } finally {
    database.close()
  }
}

function findDatabaseProblem(database: DatabaseSync) {
  try {
    return findDamage(database) ?? (countRows(database).users === undefined ? 'it is not a database of Hudur' : undefined)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Moves the current database files to a folder of their own. Returns the folder; undefined when there is no database. */
async function moveDatabaseFiles(dataDir: string, at: Date) {
  const files = (await readdir(dataDir)).filter(name => [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`].includes(name))
  if (files.length === 0) return undefined
  const folder = path.join(dataDir, `replaced-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
  await mkdir(folder, { mode: 0o700 })
  // The write-ahead log (`-wal`) is moved before the database. After a crash in between, the folder has a database without its log, which
  // is an older state; a log without its database would be useless.
  for (const name of files.sort((one, other) => other.length - one.length)) await rename(path.join(dataDir, name), path.join(folder, name))
  return folder
}
