import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { newWrite, writing } from './changes.ts'
import { type Body, type Database, isUnable, refuseInsideWrite, unavailable, WriteConflict } from './database.ts'
import { createFairQueue } from './fair-queue.ts'
import { notifications } from './notifications.ts'
import { nameOf } from './prepared.ts'
import type { Tables } from './schema.ts'

const POOL = 10
/** The number of connections for slow reads only, and the timeout (ms) of one statement on them. */
const SLOW_POOL = 3
const SLOW_TIMEOUT = 30_000
/** The number of connections for reads with codes only. */
const CODE_POOL = 2
const TRIES = 5
/** The codes serialization_failure and deadlock_detected: the body did nothing wrong and may run again. */
const CONFLICTS = new Set(['40001', '40P01'])

// Parses int8 (counts) and numeric (sums) as numbers: no value comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Prepares a new connection of the pool: statements that have a name are parsed and planned only once on it. */
function setUp(client: pg.PoolClient) {
  // The pool handles errors of idle connections only. A connection that breaks in use fails its next statement, and must not end the
  // process.
  client.on('error', () => {})
  const query = client.query.bind(client) as (text: unknown, values: unknown) => unknown
  const toNamedQuery = (text: unknown) => (typeof text === 'string' && nameOf(text) !== undefined ? { name: nameOf(text), text } : text)
  Object.assign(client, { query: (text: unknown, values: unknown) => query(toNamedQuery(text), values) })
}

/** A dialect whose statements wait for a connection in a fair queue (`createFairQueue`). */
class FairPostgresDialect extends PostgresDialect {
  readonly #queue: ReturnType<typeof createFairQueue>

  constructor(pool: pg.Pool, queue: ReturnType<typeof createFairQueue>) {
    super({ pool })
    this.#queue = queue
  }

  override createDriver() {
    const driver = super.createDriver()
    const queue = this.#queue
    const [acquire, release] = [driver.acquireConnection.bind(driver), driver.releaseConnection.bind(driver)]
    driver.acquireConnection = async options => {
      await queue.acquire()
      return acquire(options).catch(error => {
        queue.release()
        throw error
      })
    }
    driver.releaseConnection = connection => release(connection).finally(queue.release)
    return driver
  }
}

/** Creates a pool that sets up its connections and survives when an idle one breaks. */
function poolOf(config: pg.PoolConfig) {
  const pool = new pg.Pool(config)
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {})
  pool.on('connect', setUp)
  return pool
}

/** Throws when the database is not in UTF-8: PostgreSQL would then count and cut texts in bytes, in the middle of Arabic letters. */
async function refuseOtherEncodings(db: Kysely<Tables>) {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db).catch(cause => {
    throw new Error('The database cannot be used.', { cause })
  })
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  await db.destroy()
  throw new Error(`The database is in ${encoding}. Create it again: createdb --encoding=UTF8 --template=template0`)
}

/** Connects to the server at `url`. `prepare` migrates the tables first, under a lock of its own. */
export async function openPostgres(url: string, prepare: (db: Kysely<Tables>) => Promise<void>): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf({ connectionString: url, max: POOL }) }) })
  const slowReads = new Kysely<Tables>({
    dialect: new FairPostgresDialect(
      poolOf({ connectionString: url, max: SLOW_POOL, statement_timeout: SLOW_TIMEOUT }),
      createFairQueue(SLOW_POOL),
    ),
  })
  const codeReads = new Kysely<Tables>({
    // Nobody is refused: a guest may share an IP address with the sender of made-up codes.
    dialect: new FairPostgresDialect(
      poolOf({ connectionString: url, max: CODE_POOL }),
      createFairQueue(CODE_POOL, Number.POSITIVE_INFINITY),
    ),
  })
  await refuseOtherEncodings(db)
  await prepare(db)

  const shared = notifications(url, (channel, payload) => sql`select pg_notify(${channel}, ${payload})`.execute(db))

  async function write<T>(body: Body<T>): Promise<T> {
    refuseInsideWrite('a write')
    for (let tries = 1; ; tries++) {
      try {
        const current = newWrite()
        const result = await writing.run(current, () => db.transaction().execute(body))
        shared.report([...current.changes.values()])
        return result
      } catch (error) {
        const conflict = error instanceof WriteConflict || CONFLICTS.has(String((error as { code?: unknown }).code))
        if (conflict && tries < TRIES) continue
        throw conflict || isUnable(error) ? unavailable(error) : error
      }
    }
  }

  async function close() {
    await shared.close()
    await db.destroy()
    await slowReads.destroy()
    await codeReads.destroy()
  }

  return { engine: 'postgres', read: db, slowReads, codeReads, write, changes: shared.changes, close }
}
