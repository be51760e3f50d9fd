import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { currentWriteStorage, type RecordedChanges } from './changes.ts'
import {
  type Database,
  isDatabaseUnavailable,
  READ_ONLY_CODE,
  throwIfInsideWrite,
  unavailableRefusal,
  type WriteBody,
  WriteConflict,
} from './database.ts'
import { createFairQueue } from './fair-queue.ts'
import { createChangeNotifications } from './notifications.ts'
import { inspectServerBehind, poolerProblem } from './pooler.ts'
import { statementNameOf } from './prepared.ts'
import { type RowConverter, rowConverterFor } from './row-converter.ts'
import type { Tables } from './schema.ts'
import { SLOW_STATEMENT_TIMEOUT_MS, statementTimeoutStorage } from './statement-timeout.ts'

const POOL_SIZE = 10
/**
 * The timeouts (ms): `connect` of a new connection, `queue` of the wait for one of the pool, `query` of a statement without an answer, and
 * `write` of one in a write, which may wait for the locks of others. A server that is frozen answers nothing and closes nothing; without them,
 * what waits for it would wait for ever. A set of scans has a shorter one (`batchCalls`). `slowQuery` is that of a slow read; the server itself
 * ends one after `slowStatement`. An object, because tests change it.
 */
export const postgresTimeouts = {
  ...{ connect: 2_000, queue: 10_000 },
  ...{ query: 2_500, write: 10_000, slowQuery: SLOW_STATEMENT_TIMEOUT_MS, slowStatement: 30_000 },
}

/** The number of connections that are used for slow reads only. */
const SLOW_READ_POOL_SIZE = 3
/** The number of connections that are used only for reads by invitation code (`codeReads`). */
const CODE_READ_POOL_SIZE = 2
const MAX_TRIES = 5
/** The PostgreSQL error codes serialization_failure and deadlock_detected. A transaction that fails with one of them may run again. */
const CONFLICT_CODES = new Set(['40001', '40P01'])

// Parses int8 (counts) and numeric (sums) as numbers: no value comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** The converters of the rows of statements that have a name, by the text of the statement. */
const rowConverters = new Map<string, RowConverter>()

/** Replaces the rows of a statement, which are arrays of values, by objects. */
function convertRows(text: string, result: pg.QueryArrayResult) {
  if (result.rows.length === 0) return result
  const toRow = rowConverters.get(text) ?? rowConverterFor(result.fields.map(({ name }) => name))
  rowConverters.set(text, toRow)
  return { ...result, rows: result.rows.map(toRow) }
}

/** Sets up a new connection of a pool: statements that have a name are parsed and planned only once on it, and return their rows faster. */
function setUpClient(client: pg.PoolClient) {
  // Without a listener, a connection that breaks in use would end the process; only its next statement should fail.
  client.on('error', () => {})
  const query = client.query.bind(client) as (text: unknown, values: unknown) => Promise<unknown>
  /** Sends a statement; it has the timeout of the current work, if there is one. */
  function sendStatement(statement: { text: string; name?: string; rowMode?: 'array' }, values: unknown) {
    const timeout = statementTimeoutStorage.getStore()
    return query(timeout === undefined ? statement : { ...statement, query_timeout: timeout }, values)
  }
  async function queryArrays(name: string, text: string, values: unknown) {
    return convertRows(text, (await sendStatement({ name, text, rowMode: 'array' }, values)) as pg.QueryArrayResult)
  }
  /** Closes the connection after the answer of a server that takes no writes, because a new one may lead to the new primary. */
  function closeIfReadOnly(error: unknown): never {
    if ((error as { code?: unknown }).code === READ_ONLY_CODE) client.end().catch(() => {})
    throw error
  }
  function send(text: string, values: unknown) {
    const name = statementNameOf(text)
    return (name === undefined ? sendStatement({ text }, values) : queryArrays(name, text, values)).catch(closeIfReadOnly)
  }
  Object.assign(client, { query: send })
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

/**
 * Makes a connection with `pipeline` send `begin` together with the first statements of a transaction if they are selects, which saves a
 * round trip. Other statements, also `commit`, are sent only after `begin` has succeeded: a cancelled `begin` leaves the connection usable,
 * and a statement would then change rows outside a transaction.
 */
function sendBeginWithSelects(client: pg.PoolClient) {
  const query = client.query.bind(client) as (text: string, values?: unknown) => Promise<unknown>
  let begun: Promise<unknown> | undefined
  async function send(text: string, values: unknown) {
    if (text === 'begin') {
      begun = query(text)
      // Each of the later statements that await `begun` reports the error, also `rollback`: Kysely then closes the connection.
      begun.catch(() => {})
      return { rows: [] }
    }
    if (!text.startsWith('select ')) await begun
    return query(text, values)
  }
  Object.assign(client, { query: send })
}

/** A client that gives an attempt to connect up after a short time. */
class QuickClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'object' ? { ...config, connectionTimeoutMillis: postgresTimeouts.connect } : config)
  }
}

/**
 * Creates a pool that sets up its connections and continues when an idle one breaks. With `pipeline`, a connection sends a statement before
 * the earlier ones are answered, and is closed when one has no answer in time.
 */
function createPool(config: pg.PoolConfig) {
  const { queue, query } = postgresTimeouts
  // The timeout of the pool also counts the wait for a connection that is in use.
  const pool = new pg.Pool({ connectionTimeoutMillis: queue, query_timeout: query, pipeline: true, Client: QuickClient, ...config })
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {})
  pool.on('connect', setUpClient)
  return pool
}

/**
 * Connects to the server and returns what lies behind the URL. Throws when the server cannot work behind its pooler, or when the database is
 * not in UTF-8: PostgreSQL would then count and cut texts in bytes, in the middle of Arabic letters.
 */
async function requireUsableServer(url: string, hasDirectUrl: boolean) {
  const { connect, query } = postgresTimeouts
  const config = { connectionString: url, connectionTimeoutMillis: connect, query_timeout: query }
  const behind = await inspectServerBehind(config).catch(cause => {
    throw new Error('The database cannot be used.', { cause })
  })
  const problem = poolerProblem(behind, hasDirectUrl)
  if (problem !== undefined) throw new Error(problem)
  if (behind.encoding === 'UTF8') return behind
  throw new Error(`The database is in ${behind.encoding}. Create it again: createdb --encoding=UTF8 --template=template0`)
}

/** Migrates the tables on connections of its own, on which a statement may take any time. */
async function prepareTables(url: string, prepare: (db: Kysely<Tables>) => Promise<void>) {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
  await prepare(db).finally(() => db.destroy())
}

/** `url`: the address of PostgreSQL or of a pooler in front of it. `directUrl`: the address of PostgreSQL itself where `url` is a pooler's. */
export type PostgresLocation = { url: string; directUrl: string | undefined }

/**
 * Connects to a PostgreSQL server. First `prepare` migrates the tables, under a lock of its own. Migrations and the connection for
 * notifications use the direct URL, because both need a session of their own.
 */
export async function openPostgres(
  { url, directUrl = url }: PostgresLocation,
  prepare: (db: Kysely<Tables>) => Promise<void>,
): Promise<Database> {
  const { pooling } = await requireUsableServer(url, directUrl !== url)
  const pool = createPool({ connectionString: url, max: POOL_SIZE })
  pool.on('connect', sendBeginWithSelects)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const slowReads = new Kysely<Tables>({
    dialect: new FairPostgresDialect(
      createPool({
        ...{ connectionString: url, max: SLOW_READ_POOL_SIZE },
        query_timeout: postgresTimeouts.slowQuery,
        // Poolers refuse it as a parameter of the start. One that shares connections would pass it on to other clients.
        ...(pooling !== 'transactions' && {
          onConnect: client => client.query(`set statement_timeout = ${postgresTimeouts.slowStatement}`),
        }),
      }),
      createFairQueue(SLOW_READ_POOL_SIZE),
    ),
  })
  const codeReads = new Kysely<Tables>({
    // Nobody is refused: a guest may share an IP address with the sender of made-up codes.
    dialect: new FairPostgresDialect(
      createPool({ connectionString: url, max: CODE_READ_POOL_SIZE }),
      createFairQueue(CODE_READ_POOL_SIZE, Number.POSITIVE_INFINITY),
    ),
  })
  await prepareTables(directUrl, prepare)

  const changeNotifications = createChangeNotifications(directUrl, (channel, payload) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(db),
  )

  async function write<T>(body: WriteBody<T>): Promise<T> {
    throwIfInsideWrite('a write')
    const timeout = statementTimeoutStorage.getStore() ?? postgresTimeouts.write
    for (let tries = 1; ; tries++) {
      try {
        const changes: RecordedChanges = new Map()
        const result = await currentWriteStorage.run(changes, () =>
          statementTimeoutStorage.run(timeout, () => db.transaction().execute(body)),
        )
        changeNotifications.report([...changes.values()])
        return result
      } catch (error) {
        const conflict = error instanceof WriteConflict || CONFLICT_CODES.has(String((error as { code?: unknown }).code))
        if (conflict && tries < MAX_TRIES) continue
        const isUnavailable = isDatabaseUnavailable(error)
        if (isUnavailable) changeNotifications.reopen()
        throw conflict || isUnavailable ? unavailableRefusal(error) : error
      }
    }
  }

  async function close() {
    await changeNotifications.close()
    await db.destroy()
    await slowReads.destroy()
    await codeReads.destroy()
  }

  return { engine: 'postgres', read: db, slowReads, codeReads, write, changes: changeNotifications.changes, close }
}
