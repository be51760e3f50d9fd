import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../api/src/database/migrate.ts'
import { openDatabase } from '../api/src/database/open.ts'
import {
  addedCounts,
  addInvitationsBeforeEvents,
  countAfterMigration,
  countBeforeMigration,
  hasMigration,
} from '../api/testing/before-events.ts'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { ADMINISTRATOR, BARE_ENVIRONMENT, startProduct } from '../api/testing/process.ts'
import { pause, waitUntil } from '../api/testing/wait.ts'
import { createDrillReport, type DrillRow } from './drill.ts'
import { withTemporaryFolder } from './support.ts'

/** The number of invitations in the upgraded database. The environment variable `DRILL_INVITATIONS` sets it. */
const INVITATION_COUNT = Number(process.env.DRILL_INVITATIONS || 1_000_000)
/** The number of the migration that stores events in a table of their own. */
const EVENTS_MIGRATION = '0020'
/** The commit that added this migration. Its parent is the version before the upgrade. */
const EVENTS_COMMIT = '0ea9fe0'
const MAX_MIGRATION_MS = 60_000
/** The fractions of the migration's duration after which the drill kills it. */
const KILL_FRACTIONS = [0.2, 0.5, 0.8]

const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = path.join(ROOT, 'api/src/database/migrations')
/**
 * A script that opens the database at `DATA_DIR` or `DATABASE_URL`, which runs the migrations. It runs in a separate process that can be
 * killed.
 */
const OPEN_SCRIPT = `
  import { openDatabase } from '${pathToFileURL(path.resolve(import.meta.dirname, '../api/src/database/open.ts'))}'
  const db = await openDatabase({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.DATABASE_URL })
  await db.close()`

type DatabaseLocation = { dataDir: string; databaseUrl: string | undefined }

/** Writes a new folder with only the migrations before `EVENTS_MIGRATION`. Returns its path. */
async function writeEarlierMigrations(parent: string) {
  const folder = path.join(parent, 'migrations')
  await mkdir(folder)
  for (const name of await readdir(MIGRATIONS))
    if (name < EVENTS_MIGRATION)
      await writeFile(
        path.join(folder, `${path.basename(name, '.ts')}.mjs`),
        `export { up } from '${pathToFileURL(path.join(MIGRATIONS, name))}'`,
      )
  return folder
}

/**
 * Writes the source files of the version before the upgrade to a new folder, with the packages of this checkout. Returns the folder, or
 * undefined when the history of the repository is missing.
 */
async function checkOutVersionBefore(parent: string) {
  const run = promisify(execFile)
  const checkout = path.join(parent, 'version-before')
  await mkdir(path.join(checkout, 'node_modules/@hudur'), { recursive: true })
  const archive = path.join(parent, 'version-before.tar')
  try {
    await run('git', ['archive', '--output', archive, `${EVENTS_COMMIT}~1`, 'api', 'core', 'package.json'], { cwd: ROOT })
  } catch {
    return undefined
  }
  await run('tar', ['-xf', archive, '-C', checkout])
  const modules = path.join(ROOT, 'node_modules')
  for (const name of await readdir(modules))
    if (name !== '@hudur') await symlink(path.join(modules, name), path.join(checkout, 'node_modules', name))
  for (const name of ['api', 'core']) await symlink(path.join(checkout, name), path.join(checkout, 'node_modules/@hudur', name))
  return checkout
}

/**
 * Starts the version before the upgrade, signs in, scans a guest and creates an invitation. Returns the statuses of the three responses.
 */
async function exerciseVersionBefore({ dataDir, databaseUrl }: DatabaseLocation, checkout: string) {
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const server = await startProduct(env, undefined, checkout)
  let cookie = ''
  const postJson = async (call: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${server.url}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return response.status
  }
  const statuses = [
    await postJson('auth/login.php', ADMINISTRATOR),
    await postJson('invitations.php', { qr_code: 'B0000000001000000000' }),
    await postJson('invitations/create.php', { invitations: [{ eventName: 'حفل', eventDate: '2027-01-14', guestName: 'سارة' }] }),
  ]
  await server.stop()
  return statuses
}

/** Starts the migration in a separate process. `ended` resolves to whether it succeeded. */
function startMigration({ dataDir, databaseUrl }: DatabaseLocation) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OPEN_SCRIPT], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  })
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  const ended = new Promise<boolean>(resolve => child.once('exit', code => resolve(code === 0)))
  return { ended, kill: () => child.kill('SIGKILL'), errors: () => errors }
}

const describeCounts = ({ invitations, events, designs }: ReturnType<typeof addedCounts>) =>
  `${invitations} invitations, ${events} events, ${designs} designs`

/** Waits until PostgreSQL has ended the session of a killed process. Until then it may still commit the last statements of the process. */
async function waitForSessionEnd({ databaseUrl }: DatabaseLocation) {
  if (databaseUrl === undefined) return
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const countOtherSessions =
    'select count(*)::int as total from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await waitUntil('the killed session has ended', async () => (await client.query(countOtherSessions)).rows[0].total === 0)
  await client.end()
}

/** Returns the counts of rows that a killed migration has left, or undefined when the migration had already ended. */
async function countRowsAfterKill(place: DatabaseLocation, migrations: string) {
  let hasEnded = false
  const db = await openDatabase(place, async one => {
    hasEnded = await hasMigration(one, EVENTS_MIGRATION)
    if (!hasEnded) await migrate(one, migrations)
  })
  if (hasEnded) {
    await db.close()
    return undefined
  }
  const read = describeCounts(await countBeforeMigration(db.slowReads))
  await db.close()
  return read
}

type VersionBefore = { migrations: string; checkout: string | undefined }

async function drillUpgrade(
  engine: string,
  { migrations, checkout }: VersionBefore,
  original: DatabaseLocation,
  copyOf: () => Promise<DatabaseLocation>,
): Promise<DrillRow[]> {
  const { lines, expect, notTried } = createDrillReport(`${engine}: upgrade of ${INVITATION_COUNT.toLocaleString('en')} invitations`)
  const before = await openDatabase(original, db => migrate(db, migrations))
  await before.write(trx => addInvitationsBeforeEvents(trx, INVITATION_COUNT))
  await before.close()
  const expected = describeCounts(addedCounts(INVITATION_COUNT))

  const whole = await copyOf()
  const start = performance.now()
  const migration = startMigration(whole)
  const succeeded = await migration.ended
  const elapsed = performance.now() - start
  expect(
    'takes less than a minute',
    succeeded && elapsed < MAX_MIGRATION_MS,
    succeeded ? `${(elapsed / 1000).toFixed(1)} s` : migration.errors(),
  )
  const after = await openDatabase(whole)
  const observed = describeCounts(await countAfterMigration(after.slowReads))
  await after.close()
  expect('every invitation refers to its event', observed === expected, observed)

  for (const part of KILL_FRACTIONS) {
    const place = await copyOf()
    const killed = startMigration(place)
    await pause(elapsed * part)
    killed.kill()
    const isFinished = await killed.ended
    await waitForSessionEnd(place)
    const left = isFinished ? undefined : await countRowsAfterKill(place, migrations)
    const untouched = `killed after ${part * 100} %, everything is as before`
    const used = `killed after ${part * 100} %, the version before signs in, scans and creates`
    if (left === undefined) notTried(untouched, 'the migration had ended')
    else expect(untouched, left === expected, left)
    if (left === undefined || checkout === undefined)
      notTried(used, left === undefined ? 'the migration had ended' : 'the history of the repository is missing')
    else {
      const statuses = (await exerciseVersionBefore(place, checkout)).join(', ')
      expect(used, statuses === '200, 200, 200', statuses)
    }
    const again = startMigration(place)
    const upgraded = (await again.ended) ? await openDatabase(place) : undefined
    const counted = upgraded ? describeCounts(await countAfterMigration(upgraded.slowReads)) : again.errors()
    await upgraded?.close()
    expect('and the next start upgrades it', counted === expected, counted)
  }
  return lines
}

/** Upgrades a database from before events had a table of their own, on both database engines, and kills the upgrade at several moments. */
export const upgradeToEventsDrill = () =>
  withTemporaryFolder(async folder => {
    const before = { migrations: await writeEarlierMigrations(folder), checkout: await checkOutVersionBefore(folder) }
    let copies = 0
    const sqlite = { dataDir: path.join(folder, 'sqlite'), databaseUrl: undefined }
    const onSqlite = await drillUpgrade('SQLite', before, sqlite, async () => {
      const dataDir = path.join(folder, `sqlite-${copies++}`)
      await cp(sqlite.dataDir, dataDir, { recursive: true })
      return { dataDir, databaseUrl: undefined }
    })

    const postgres = await startPostgres()
    try {
      const runQuery = async (query: string) => {
        const client = new pg.Client(`${postgres.url}postgres`)
        await client.connect()
        await client.query(query)
        await client.end()
      }
      await runQuery('create database version_before')
      const original = { dataDir: '', databaseUrl: `${postgres.url}version_before` }
      const onPostgres = await drillUpgrade('PostgreSQL', before, original, async () => {
        const name = `copy_${copies++}`
        await runQuery(`create database ${name} template version_before`)
        return { dataDir: '', databaseUrl: postgres.url + name }
      })
      return [...onSqlite, ...onPostgres]
    } finally {
      await postgres.stop()
    }
  })
