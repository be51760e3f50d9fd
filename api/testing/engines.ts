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

/** A place for a database of its own, empty and without a table, as the server's configuration names it. */
export async function newPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-sqlite-'))
    return { databaseUrl: undefined, dataDir, leave: () => rm(dataDir, { recursive: true, force: true }) }
  }
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(`${inject('postgresUrl')}postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return { databaseUrl: inject('postgresUrl') + name, dataDir: '', leave: async () => {} }
}

export type Place = { databaseUrl: string | undefined; dataDir: string; leave: () => Promise<void> }

/** An empty database of its own: SQLite in a file, or PostgreSQL through a real pool, already warm so that races are races. */
export async function startDatabase(engine: Engine): Promise<Database> {
  const place = await newPlace(engine)
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
const LASTING = ['epoch', 'administrators']

/** Every table with rows of people's making, children first. */
export const TABLES = [
  'attempts',
  'activity',
  'nonces',
  'conflicts',
  'scans',
  'sessions',
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
