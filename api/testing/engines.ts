import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'

/** Both engines the product runs on. What passes on one must pass on the other. */
export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Creates an empty database on the run's server, or a clone of `template`; returns its URL. */
async function createPostgresDatabase(template?: string) {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(`${inject('postgresUrl')}postgres`)
  await admin.connect()
  await admin.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  await admin.end()
  return inject('postgresUrl') + name
}

/** Makes room for a database of its own, without any table; returns it as the server's configuration names it. */
export async function newPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-sqlite-'))
    return { databaseUrl: undefined, dataDir, leave: () => rm(dataDir, { recursive: true, force: true }) }
  }
  return { databaseUrl: await createPostgresDatabase(), dataDir: '', leave: async () => {} }
}

/** Like `newPlace`, with every migration already applied on PostgreSQL, where that takes long. */
export async function newMigratedPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') return newPlace(engine)
  return { databaseUrl: await createPostgresDatabase(inject('postgresTemplate')), dataDir: '', leave: async () => {} }
}

export type Place = { databaseUrl: string | undefined; dataDir: string; leave: () => Promise<void> }

/**
 * Opens a database of its own with every table and no rows of users: SQLite in a file, or PostgreSQL through a pool whose ten connections
 * are open already. A connection that a race would have to wait for would put its members in order.
 */
export async function startDatabase(engine: Engine): Promise<Database> {
  const place = await newMigratedPlace(engine)
  const db = await openDatabase(place)
  if (engine === 'postgres') await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db.read)))
  return {
    ...db,
    async close() {
      await db.close()
      await place.leave()
    },
  }
}

/** What a migration wrote and every database must have. */
export const LASTING = ['epoch', 'administrators', 'device-key']

/** Every table with rows of people's making, children first. */
export const TABLES = [
  'attempts',
  'activity',
  'nonces',
  'conflicts',
  'scan_repeats',
  'scans',
  'budgets',
  'sessions',
  'guest_words',
  'invitations',
  'designs',
  'picture_bytes',
  'pictures',
  'tombstones',
  'user_requests',
  'orders',
  'messages',
  'mails',
  'registrations',
  'deleted_accounts',
  'users',
  'usernames',
] as const

/** Removes every row. */
export async function emptyDatabase(db: Database) {
  await db.write(async trx => {
    for (const table of TABLES) await trx.deleteFrom(table).execute()
    await trx.deleteFrom('settings').where('name', 'not in', LASTING).execute()
  })
}
