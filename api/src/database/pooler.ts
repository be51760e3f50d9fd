import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * What lies behind a PostgreSQL URL: the server itself, or a connection pooler that gives each client a connection of its own (`sessions`) or
 * one for each transaction (`transactions`). `keepsStatements`: whether a client may execute a statement that it has prepared in an earlier
 * transaction. `encoding`: that of the database.
 */
export type ServerBehind = { pooling: 'none' | 'sessions' | 'transactions'; keepsStatements: boolean; encoding: string }

/** The number of connections that are kept busy during a round, and of rounds: other clients may take the connection in question. */
const HOLDERS = 3
const ROUNDS = 3

/** The code of an execution of a statement that the connection does not know. */
const UNKNOWN_STATEMENT_CODE = '26000'

/** Executes the steps on a connection, and ends it. A broken connection fails the next step. */
async function withClient<Result>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs `act` while other connections are in transactions: a pooler that shares connections then gives `act` another one than before. */
async function whileOthersAreBusy<Result>(config: pg.ClientConfig, act: () => Promise<Result>) {
  let isOver = () => {}
  const over = new Promise<void>(resolve => (isOver = resolve))
  const holders = Array.from({ length: HOLDERS }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = withClient(config, async client => {
      await client.query('begin')
      begun.resolve()
      await over
    }).catch(() => begun.resolve())
    return { begun: begun.promise, ended }
  })
  await Promise.all(holders.map(({ begun }) => begun))
  return act().finally(async () => {
    isOver()
    await Promise.all(holders.map(({ ended }) => ended))
  })
}

/** Connects to the server behind a URL, and tests how a connection pooler in front of it, if there is one, shares its connections. */
export const inspectServerBehind = (config: pg.ClientConfig): Promise<ServerBehind> =>
  withClient(config, async client => {
    const query = "select pg_backend_pid() as pid, current_setting('server_encoding') as encoding"
    const { pid, encoding } = (await client.query(query)).rows[0]
    // A pooler invents the process id that it sends to a client at the start.
    if ((client as unknown as { processID: number }).processID === pid) return { pooling: 'none', keepsStatements: true, encoding }
    for (let round = 0; round < ROUNDS; round++) {
      const statement = { name: `hudur_${randomUUID()}`, text: 'select pg_backend_pid() as pid' }
      const before = (await client.query(statement)).rows[0].pid
      const after: number | undefined = await whileOthersAreBusy(config, () => client.query(statement)).then(
        ({ rows }) => rows[0].pid,
        error => {
          if (error.code !== UNKNOWN_STATEMENT_CODE) throw error
          return undefined
        },
      )
      if (after !== before) return { pooling: 'transactions', keepsStatements: after !== undefined, encoding }
    }
    return { pooling: 'sessions', keepsStatements: true, encoding }
  })

/** Returns why the server cannot work behind such a pooler, in one or two sentences; undefined where it can. */
export function poolerProblem({ pooling, keepsStatements }: ServerBehind, hasDirectUrl: boolean): string | undefined {
  if (pooling !== 'transactions') return undefined
  const says = 'The connection pooler of DATABASE_URL gives a connection to each transaction'
  if (!keepsStatements)
    return `${says}, and forgets prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session.`
  return hasDirectUrl ? undefined : `${says}. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or use pool_mode = session.`
}
