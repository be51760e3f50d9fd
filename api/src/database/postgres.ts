import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Body, type Database, isUnable, refuseInsideWrite, unavailable, writing } from './database.ts'
import type { Tables } from './schema.ts'

const POOL = 10
const TRIES = 5
/** serialization_failure and deadlock_detected: the body did nothing wrong and may run again. */
const CONFLICTS = new Set(['40001', '40P01'])

// int8 (counts) and numeric (sums) as numbers: nothing here comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Connects to a server at `url`; `prepare` runs first to bring its tables up to date, under a lock of its own. */
export async function openPostgres(url: string, prepare: (db: Kysely<Tables>) => Promise<void>): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: POOL })
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await prepare(db)

  async function write<T>(body: Body<T>): Promise<T> {
    refuseInsideWrite('a write')
    for (let tries = 1; ; tries++) {
      try {
        return await writing.run({}, () => db.transaction().execute(body))
      } catch (error) {
        const conflict = CONFLICTS.has(String((error as { code?: unknown }).code))
        if (conflict && tries < TRIES) continue
        throw conflict || isUnable(error) ? unavailable(error) : error
      }
    }
  }

  return { engine: 'postgres', read: db, write, close: () => db.destroy() }
}
