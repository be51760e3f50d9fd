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

/** An empty database of its own: SQLite in a file, or PostgreSQL through a real pool, already warm so that races are races. */
export async function startDatabase(engine: Engine): Promise<Database> {
  if (engine === 'sqlite') {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-sqlite-'))
    const db = await openDatabase({ databaseUrl: undefined, dataDir })
    return {
      ...db,
      async close() {
        await db.close()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  }
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(`${inject('postgresUrl')}postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const db = await openDatabase({ databaseUrl: inject('postgresUrl') + name, dataDir: '' })
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db.read)))
  return db
}

/** Removes every row, children first. */
export async function emptyDatabase(db: Database) {
  const tables = ['activity', 'nonces', 'scans', 'sessions', 'invitations', 'settings', 'users'] as const
  await db.write(async trx => {
    for (const table of tables) await trx.deleteFrom(table).execute()
  })
}
