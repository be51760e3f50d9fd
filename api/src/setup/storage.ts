import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BACKUPS_FOLDER, findNewestBackupTime } from '../backups/backups.ts'
import { findDamage } from '../backups/integrity.ts'
import { backupName } from '../backups/retention.ts'
import type { Config } from '../config.ts'
import { inspectPostgres, inspectSqlite, type Replication } from '../database/inspect.ts'
import { migrationNames, schemaProblem } from '../database/migrate.ts'
import { DATABASE_FILE, type DatabaseLocation } from '../database/open.ts'
import { inspectServerBehind, poolerProblem } from '../database/pooler.ts'
import { explainDatabaseFailure } from '../database-failure.ts'
import { isSpaceScarce, spaceOf } from '../disk.ts'
import { readClockState } from '../installation/trusted-clock.ts'
import { type Finding, fault, fine, reasonOf, warning } from './finding.ts'

const formatGigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`

/** A flush to the disk that takes longer (ms) makes every scan wait. */
const SLOW_FLUSH_MS = 100

/** Checks whether the missing data folder can be created in the nearest existing folder above it. */
function checkFolderCreation(dataDir: string): Finding {
  let parent = path.dirname(path.resolve(dataDir))
  while (!existsSync(parent) && path.dirname(parent) !== parent) parent = path.dirname(parent)
  try {
    if (!statSync(parent).isDirectory()) throw new Error(`${parent} is not a folder`)
    accessSync(parent, constants.W_OK | constants.X_OK)
    return warning('disk', `${dataDir} does not exist yet; the first start creates it.`)
  } catch (error) {
    return fault('disk', `${dataDir} does not exist and cannot be created: ${reasonOf(error)}.`)
  }
}

/** Measures the free space of the disk with the SQLite file, and the time that a write takes until it is on the disk. */
export async function checkDisk({ databaseUrl, dataDir }: DatabaseLocation): Promise<Finding[]> {
  // The disk of PostgreSQL is often that of another machine.
  if (databaseUrl !== undefined) return []
  if (!existsSync(dataDir)) return [checkFolderCreation(dataDir)]
  try {
    const space = await spaceOf(dataDir)
    const folder = await mkdtemp(path.join(dataDir, 'check-setup-'))
    const began = performance.now()
    try {
      const file = await open(path.join(folder, 'file'), 'w')
      await file.write('x')
      await file.sync()
      await file.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const flushMs = Math.round(performance.now() - began)
    const room = `${formatGigabytes(space.free)} of ${formatGigabytes(space.total)} are free in ${dataDir}`
    if (isSpaceScarce(space)) return [fault('disk', `Only ${room}: messages and orders are refused until there is more.`)]
    const says = `${room}; a write is on the disk after ${flushMs} ms.`
    return [flushMs > SLOW_FLUSH_MS ? warning('disk', `${says} Every scan waits that long.`) : fine('disk', says)]
  } catch (error) {
    return [fault('disk', `${dataDir} cannot be written: ${reasonOf(error)}.`)]
  }
}

/** Warns when the clock is so far ahead of the newest trusted time that the server deletes nothing. */
function checkTrustedClock(trustedClock: string | undefined, now: Date): Finding[] {
  const clock = readClockState(trustedClock, now)
  if (!clock?.isAhead) return []
  const says = `The clock is ${clock.daysAhead} days ahead of ${clock.trusted}, the newest time that the database knows to be right`
  return [warning('clock', `${says}: nothing expired is deleted. If the clock is right, this ends by itself within 30 days.`)]
}

/** Reports whether a commit waits for a standby, and whether the standbys have caught up. Returns nothing for a server without standbys. */
export function checkReplication({ isStandby, standbyNames, standbys, streaming }: Replication): Finding[] {
  if (isStandby) return [fault('replication', 'DATABASE_URL leads to a standby, which takes no writes: it must lead to the primary.')]
  const isSynchronous = standbyNames !== ''
  if (standbys === 0)
    return isSynchronous ? [fault('replication', `No standby is connected, and every write waits for one of «${standbyNames}».`)] : []
  const count = `${standbys} ${standbys === 1 ? 'standby is' : 'standbys are'} connected`
  if (!isSynchronous)
    return [
      warning(
        'replication',
        `${count}, but no write waits for them: a fail-over loses the last admissions. Set synchronous_mode: true in Patroni.`,
      ),
    ]
  const says = `${count}; every write waits for one of «${standbyNames}». patronictl show-config tells whether failsafe_mode is on.`
  if (streaming === null) return [fine('replication', `${says} To see whether they stream, grant the role pg_read_all_stats.`)]
  if (streaming < standbys) return [warning('replication', `${says} Only ${streaming} of them stream; the others are still catching up.`)]
  return [fine('replication', `${says} All stream.`)]
}

/** Reports a connection pooler behind which the server cannot work. */
async function checkPooler(url: string, directUrl: string | undefined): Promise<Finding[]> {
  const behind = await inspectServerBehind({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  const problem = poolerProblem(behind, directUrl !== undefined)
  return problem === undefined ? [] : [fault('database', problem)]
}

/** Opens the database, and compares its tables with those of this release, and its times with the clock. Changes nothing. */
export async function checkDatabase({ databaseUrl, databaseDirectUrl, dataDir }: DatabaseLocation, now = new Date()): Promise<Finding[]> {
  const file = path.join(dataDir, DATABASE_FILE)
  if (databaseUrl === undefined && !existsSync(file)) return [warning('database', `There is no ${file} yet; the first start creates it.`)]
  try {
    const pooler = databaseUrl === undefined ? [] : await checkPooler(databaseUrl, databaseDirectUrl)
    if (pooler.length > 0) return pooler
    const { name, migrations, trustedClock, caution, replication, problem } =
      databaseUrl === undefined ? inspectSqlite(file) : await inspectPostgres(databaseUrl)
    if (problem !== undefined) return [fault('database', problem)]
    const known = await migrationNames()
    const schema = schemaProblem(migrations, known)
    if (schema !== undefined) return [fault('database', `${name} ${schema}`)]
    const isCurrent = known.every(migration => migrations.includes(migration))
    const cautions = caution === undefined ? [] : [warning('database', caution)]
    if (databaseUrl === undefined && (statSync(file).mode & 0o077) !== 0)
      cautions.push(warning('database', `Other users of this machine may read ${file}. The next start of its owner changes that.`))
    return [
      ...checkTrustedClock(trustedClock, now),
      ...cautions,
      ...(replication ? checkReplication(replication) : []),
      fine(
        'database',
        isCurrent ? `${name} has the tables of this release.` : `${name} gets the tables of this release at the next start.`,
      ),
    ]
  } catch (error) {
    const failure = await explainDatabaseFailure(error, { databaseUrl, dataDir })
    return [fault('database', failure?.says ?? `It cannot be used: ${reasonOf(error)}.`)]
  }
}

const HOUR_MS = 3_600_000
/** A newest backup older than this (ms) is a fault. Backups are made every hour, and the next one may still be running. */
const MAX_BACKUP_AGE_MS = 2 * HOUR_MS

/** Checks the newest backup of a SQLite database for damage, and reports its age. */
export async function checkBackups({ databaseUrl, dataDir, backups }: Config, now = new Date()): Promise<Finding[]> {
  if (databaseUrl !== undefined) return []
  const newest = await findNewestBackupTime(dataDir, now)
  if (!newest) return backups ? [warning('backups', 'There is none yet; a running server makes one every hour.')] : []
  const file = path.join(dataDir, BACKUPS_FOLDER, backupName(newest))
  const age = now.getTime() - newest.getTime()
  const says = `The newest one is ${(age / HOUR_MS).toFixed(1)} hours old`
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const damage = findDamage(database)
      if (damage !== undefined) return [fault('backups', `${file} is damaged: ${damage}.`)]
    } finally {
      database.close()
    }
  } catch (error) {
    return [fault('backups', `${file} cannot be read: ${reasonOf(error)}.`)]
  }
  if (backups && age > MAX_BACKUP_AGE_MS) return [fault('backups', `${says}: does the server run, and has its disk room?`)]
  return [fine('backups', `${says} and sound. Copy ${path.dirname(file)} to another machine.`)]
}
