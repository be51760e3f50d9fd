import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'

/** The database engines that the product supports. Database tests run on both. */
export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Creates an empty database, or a clone of `template`, on the PostgreSQL server of the test run. Returns its URL. */
async function createPostgresDatabase(template?: string) {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(`${inject('postgresUrl')}postgres`)
  await admin.connect()
  await admin.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  await admin.end()
  return inject('postgresUrl') + name
}

/**
 * Creates empty storage for a database: a folder for SQLite, or a database on the PostgreSQL server of the run. Returns it in the form of
 * the server's configuration; `remove` deletes the folder.
 */
export async function createStorage(engine: Engine): Promise<DatabaseStorage> {
  if (engine === 'sqlite') {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-sqlite-'))
    return { databaseUrl: undefined, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
  }
  return { databaseUrl: await createPostgresDatabase(), dataDir: '', remove: async () => {} }
}

/** Creates empty storage like `createStorage`. On PostgreSQL, where migrations are slow, its database already has every table. */
export async function createStorageFromTemplate(engine: Engine): Promise<DatabaseStorage> {
  if (engine === 'sqlite') return createStorage(engine)
  return { databaseUrl: await createPostgresDatabase(inject('postgresTemplate')), dataDir: '', remove: async () => {} }
}

export type DatabaseStorage = { databaseUrl: string | undefined; dataDir: string; remove: () => Promise<void> }

/**
 * Opens a new database with every table and no rows of users: SQLite in a file, or PostgreSQL through a pool whose ten connections are open
 * already. If the concurrent calls of a test had to wait for a connection, they would run one after another.
 */
export async function startDatabase(engine: Engine): Promise<Database> {
  const storage = await createStorageFromTemplate(engine)
  const db = await openDatabase(storage)
  if (engine === 'postgres') await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db.read)))
  return {
    ...db,
    async close() {
      await db.close()
      await storage.remove()
    },
  }
}

/** The settings that migrations write and every database must have. */
export const PERMANENT_SETTINGS = ['epoch', 'administrators', 'device-key']

/** Every table except `settings`, children before parents. */
export const TABLES = [
  'attempts',
  'activity',
  'trail',
  'idempotency_keys',
  'conflicts',
  'scan_repeats',
  'scans',
  'budgets',
  'sessions',
  'guest_words',
  'answers',
  'sendings',
  'whatsapp_messages',
  'whatsapp_received',
  'whatsapp_stops',
  'whatsapp_plans',
  'invitations',
  'link_sessions',
  'links',
  'walk_ins',
  'designs',
  'event_pictures',
  'event_partners',
  'events',
  'event_names',
  'event_tombstones',
  'deleted_event_ids',
  'deleted_event_rows',
  'deleted_events',
  'picture_bytes',
  'pictures',
  'tombstones',
  'card_changes',
  'order_events',
  'user_requests',
  'orders',
  'packages',
  'payment_pictures',
  'payments',
  'invoices',
  'paper_numbers',
  'messages',
  'mails',
  'registrations',
  'deleted_accounts',
  'credits',
  'welcome_links',
  'users',
  'usernames',
] as const

/** Empties all tables of PostgreSQL in one statement, which needs one round trip instead of one for each table. */
const EMPTY_ALL = sql`with ${sql.join(TABLES.map(table => sql`${sql.id(`no_${table}`)} as (delete from ${sql.table(table)})`))}
  delete from settings where name not in (${sql.join(PERMANENT_SETTINGS)})`

/** Deletes every row except the settings in `PERMANENT_SETTINGS`. */
export async function emptyDatabase(db: Database) {
  await db.write(async trx => {
    if (db.engine === 'postgres') return void (await EMPTY_ALL.execute(trx))
    for (const table of TABLES) await trx.deleteFrom(table).execute()
    await trx.deleteFrom('settings').where('name', 'not in', PERMANENT_SETTINGS).execute()
  })
}
