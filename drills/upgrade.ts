import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../api/src/database/migrate.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { addedCounts, addInvitationsBefore, countAfter, countBefore, hasMigration } from '../api/testing/before-events.ts'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { ADMINISTRATOR, BARE_ENVIRONMENT, startProduct } from '../api/testing/process.ts'
import { type Line, ledger, pause, until } from './drill.ts'
import { withFolder } from './support.ts'

/** `DRILL_INVITATIONS` sets another number. */
const INVITATIONS = Number(process.env.DRILL_INVITATIONS || 1_000_000)
/** The migration that makes events entities. */
const EVENTS = '0020'
/** The commit that added it. Its parent is the version before. */
const EVENTS_COMMIT = '0ea9fe0'
const MAX_MS = 60_000
/** At which parts of its duration the migration is killed. */
const KILLED_AT = [0.2, 0.5, 0.8]

const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = path.join(ROOT, 'api/src/database/migrations')
/** Opens the database at `DATA_DIR` or `DATABASE_URL`, which migrates it, in a process that can be killed. */
const OPEN = `
  import { openDatabase } from '${pathToFileURL(path.resolve(import.meta.dirname, '../api/src/database/open.ts'))}'
  const db = await openDatabase({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.DATABASE_URL })
  await db.close()`

type Place = { dataDir: string; databaseUrl: string | undefined }

/** Writes the migrations before `EVENTS` to a new folder, and returns it. */
async function earlierMigrations(parent: string) {
  const folder = path.join(parent, 'migrations')
  await mkdir(folder)
  for (const name of await readdir(MIGRATIONS))
    if (name < EVENTS)
      await writeFile(
        path.join(folder, `${path.basename(name, '.ts')}.mjs`),
        `export { up } from '${pathToFileURL(path.join(MIGRATIONS, name))}'`,
      )
  return folder
}

/**
 * Writes the version before the upgrade to a new folder, with the packages of this one, and returns the folder; undefined without the
 * history of the repository.
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

/** Starts the version before the upgrade, signs in, scans a guest and creates one. Returns what it answered. */
async function useVersionBefore({ dataDir, databaseUrl }: Place, checkout: string) {
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const server = await startProduct(env, undefined, checkout)
  let cookie = ''
  const ask = async (call: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${server.url}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return response.status
  }
  const statuses = [
    await ask('auth/login.php', ADMINISTRATOR),
    await ask('invitations.php', { qr_code: 'B0000000001000000000' }),
    await ask('invitations/create.php', { invitations: [{ eventName: 'حفل', eventDate: '2027-01-14', guestName: 'سارة' }] }),
  ]
  await server.stop()
  return statuses
}

/** Starts the migration in a process of its own. `ended` resolves to whether it succeeded. */
function startMigration({ dataDir, databaseUrl }: Place) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OPEN], {
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

const countsText = ({ invitations, events, designs }: ReturnType<typeof addedCounts>) =>
  `${invitations} invitations, ${events} events, ${designs} designs`

/** Waits until PostgreSQL has ended the session of a killed process; it may still commit what the process had asked for. */
async function sessionEnded({ databaseUrl }: Place) {
  if (databaseUrl === undefined) return
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const others = 'select count(*)::int as total from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await until('the killed session has ended', async () => (await client.query(others)).rows[0].total === 0)
  await client.end()
}

/** Counts what a migration that was killed has left; undefined when it had ended before. */
async function countKilled(place: Place, migrations: string) {
  let hasEnded = false
  const db = await openDatabase(place, async one => {
    hasEnded = await hasMigration(one, EVENTS)
    if (!hasEnded) await migrate(one, migrations)
  })
  if (hasEnded) {
    await db.close()
    return undefined
  }
  const read = countsText(await countBefore(db.slowReads))
  await db.close()
  return read
}

type Before = { migrations: string; checkout: string | undefined }

async function upgrade(engine: string, { migrations, checkout }: Before, original: Place, copyOf: () => Promise<Place>): Promise<Line[]> {
  const { lines, expect, notTried } = ledger(`${engine}: upgrade of ${INVITATIONS.toLocaleString('en')} invitations`)
  const before = await openDatabase(original, db => migrate(db, migrations))
  await before.write(trx => addInvitationsBefore(trx, INVITATIONS))
  await before.close()
  const expected = countsText(addedCounts(INVITATIONS))

  const whole = await copyOf()
  const start = performance.now()
  const migration = startMigration(whole)
  const succeeded = await migration.ended
  const elapsed = performance.now() - start
  expect('takes less than a minute', succeeded && elapsed < MAX_MS, succeeded ? `${(elapsed / 1000).toFixed(1)} s` : migration.errors())
  const after = await openDatabase(whole)
  const observed = countsText(await countAfter(after.slowReads))
  await after.close()
  expect('every invitation refers to its event', observed === expected, observed)

  for (const part of KILLED_AT) {
    const place = await copyOf()
    const killed = startMigration(place)
    await pause(elapsed * part)
    killed.kill()
    const isFinished = await killed.ended
    await sessionEnded(place)
    const left = isFinished ? undefined : await countKilled(place, migrations)
    const untouched = `killed after ${part * 100} %, everything is as before`
    const used = `killed after ${part * 100} %, the version before signs in, scans and creates`
    if (left === undefined) notTried(untouched, 'the migration had ended')
    else expect(untouched, left === expected, left)
    if (left === undefined || checkout === undefined)
      notTried(used, left === undefined ? 'the migration had ended' : 'the history of the repository is missing')
    else {
      const statuses = (await useVersionBefore(place, checkout)).join(', ')
      expect(used, statuses === '200, 200, 200', statuses)
    }
    const again = startMigration(place)
    const upgraded = (await again.ended) ? await openDatabase(place) : undefined
    const counted = upgraded ? countsText(await countAfter(upgraded.slowReads)) : again.errors()
    await upgraded?.close()
    expect('and the next start upgrades it', counted === expected, counted)
  }
  return lines
}

/** Upgrades data of the version before events were entities, on both engines, and kills the upgrade on the way. */
export const upgradeToEvents = () =>
  withFolder(async folder => {
    const before = { migrations: await earlierMigrations(folder), checkout: await checkOutVersionBefore(folder) }
    let copies = 0
    const sqlite = { dataDir: path.join(folder, 'sqlite'), databaseUrl: undefined }
    const onSqlite = await upgrade('SQLite', before, sqlite, async () => {
      const dataDir = path.join(folder, `sqlite-${copies++}`)
      await cp(sqlite.dataDir, dataDir, { recursive: true })
      return { dataDir, databaseUrl: undefined }
    })

    const postgres = await startPostgres()
    try {
      const ask = async (query: string) => {
        const client = new pg.Client(`${postgres.url}postgres`)
        await client.connect()
        await client.query(query)
        await client.end()
      }
      await ask('create database version_before')
      const original = { dataDir: '', databaseUrl: `${postgres.url}version_before` }
      const onPostgres = await upgrade('PostgreSQL', before, original, async () => {
        const name = `copy_${copies++}`
        await ask(`create database ${name} template version_before`)
        return { dataDir: '', databaseUrl: postgres.url + name }
      })
      return [...onSqlite, ...onPostgres]
    } finally {
      await postgres.stop()
    }
  })
