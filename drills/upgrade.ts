import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate } from '../api/src/database/migrate.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { addInvitationsBefore, countAfter, countBefore, EVENT_SIZE } from '../api/testing/before-events.ts'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { BARE_ENVIRONMENT } from '../api/testing/process.ts'
import { type Line, ledger, pause } from './drill.ts'
import { withFolder } from './hall.ts'

const INVITATIONS = 1_000_000
/** The migration that makes events entities. */
const EVENTS = '0020'
const MAX_MS = 60_000
/** At which parts of its duration the migration is killed. */
const KILLED_AT = [0.2, 0.5, 0.8]

const MIGRATIONS = path.resolve(import.meta.dirname, '../api/src/database/migrations')
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

const countsText = ({ invitations, events }: { invitations: number; events: number }) => `${invitations} invitations, ${events} events`

/** Returns the number of invitations that the version before the upgrade reads, with the number of its events. */
async function readWithVersionBefore(place: Place, migrations: string) {
  const db = await openDatabase(place, one => migrate(one, migrations))
  const read = countsText(await countBefore(db.slowReads))
  await db.close()
  return read
}

async function upgrade(engine: string, migrations: string, original: Place, copyOf: () => Promise<Place>): Promise<Line[]> {
  const { lines, expect } = ledger(`${engine}: upgrade of ${INVITATIONS.toLocaleString('en')} invitations`)
  const before = await openDatabase(original, db => migrate(db, migrations))
  await before.write(trx => addInvitationsBefore(trx, INVITATIONS))
  await before.close()
  const expected = countsText({ invitations: INVITATIONS, events: INVITATIONS / EVENT_SIZE })

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
    const read = isFinished ? 'the migration had ended' : await readWithVersionBefore(place, migrations)
    expect(`killed after ${part * 100} %, the version before reads everything`, read === expected, read)
    const again = startMigration(place)
    expect('and the next start upgrades it', await again.ended, again.errors() || 'upgraded')
  }
  return lines
}

/** Upgrades data of the version before events were entities, on both engines, and kills the upgrade on the way. */
export const upgradeToEvents = () =>
  withFolder(async folder => {
    const migrations = await earlierMigrations(folder)
    let copies = 0
    const sqlite = { dataDir: path.join(folder, 'sqlite'), databaseUrl: undefined }
    const onSqlite = await upgrade('SQLite', migrations, sqlite, async () => {
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
      const onPostgres = await upgrade('PostgreSQL', migrations, original, async () => {
        const name = `copy_${copies++}`
        await ask(`create database ${name} template version_before`)
        return { dataDir: '', databaseUrl: postgres.url + name }
      })
      return [...onSqlite, ...onPostgres]
    } finally {
      await postgres.stop()
    }
  })
