import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { TRUSTED_CLOCK_SETTING } from './retention.ts'

/** The result of inspecting a database without changing it. */
export type Inspection = {
  /** The database engine with its version and, for SQLite, the path of the file. */
  name: string
  /** The names of the migrations that were applied to the database, the oldest first. */
  migrations: string[]
  /** The stored setting `TRUSTED_CLOCK_SETTING`, if there is one. */
  trustedClock?: string | undefined
  /** A warning about the database in one sentence. */
  caution?: string | undefined
  /** The replication of PostgreSQL. */
  replication?: Replication | undefined
  /** The reason why the database cannot be used, and where possible what to do. Undefined when it can be used. */
  problem?: string | undefined
}

/**
 * The replication of a PostgreSQL server. `standbyNames`: the standbys for one of which a commit waits, as the setting
 * `synchronous_standby_names` has them; empty without synchronous replication. `standbys`: how many standbys are connected, and `streaming`
 * how many of them have caught up, null when the role may not see it.
 */
export type Replication = { isStandby: boolean; standbyNames: string; standbys: number; streaming: number | null }

const SELECT_REPLICATION = `select pg_is_in_recovery() as "isStandby", current_setting('synchronous_standby_names') as "standbyNames",
  count(*) as standbys, case when pg_has_role('pg_read_all_stats', 'usage') then count(*) filter (where state = 'streaming') end as streaming
  from pg_stat_replication`

/** The oldest version of PostgreSQL with which Hudur was tested. */
const OLDEST_TESTED_POSTGRES = 15

/** Returns a warning when Hudur was not tested with such an old version of PostgreSQL; otherwise undefined. */
export const postgresVersionWarning = (version: string) =>
  Number.parseInt(version, 10) < OLDEST_TESTED_POSTGRES
    ? `PostgreSQL ${version} is older than ${OLDEST_TESTED_POSTGRES}, the oldest with which Hudur was tried.`
    : undefined

const SELECT_MIGRATIONS = 'select name from kysely_migration order by name'
const SELECT_TRUSTED_CLOCK = `select value from settings where name = '${TRUSTED_CLOCK_SETTING}'`

/** Inspects the SQLite database in this file. Throws when the file is not a database of Hudur. */
export function inspectSqlite(file: string): Inspection {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [row] = database.prepare('pragma quick_check(1)').all()
    const problem = row?.quick_check === 'ok' ? undefined : `${file} is damaged: ${row?.quick_check}. Restore a backup.`
    const migrations =
      problem === undefined
        ? database
            .prepare(SELECT_MIGRATIONS)
            .all()
            .map(({ name }) => String(name))
        : []
    const trustedClock = migrations.length > 0 ? database.prepare(SELECT_TRUSTED_CLOCK).get()?.value : undefined
    return {
      name: `SQLite ${process.versions.sqlite}, ${file},`,
      migrations,
      trustedClock: trustedClock === undefined ? undefined : String(trustedClock),
      problem,
    }
  } finally {
    database.close()
  }
}

/** Inspects a PostgreSQL database. Rejects when the server does not respond within ten seconds or refuses the connection. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // When an idle connection is lost, the client emits `error`. Without a listener, this event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       has_schema_privilege(current_schema(), 'create') as "canCreate", to_regclass('kysely_migration') is not null as "isUsed"`,
    )
    const { version, encoding, canCreate, isUsed } = rows[0]
    const problem =
      encoding !== 'UTF8'
        ? `The database has the encoding ${encoding}. Create it again with the encoding UTF8.`
        : canCreate !== true
          ? 'The user of DATABASE_URL may not create tables.'
          : undefined
    const migrations = isUsed ? (await client.query(SELECT_MIGRATIONS)).rows.map(({ name }) => String(name)) : []
    const trustedClock = migrations.length > 0 ? (await client.query(SELECT_TRUSTED_CLOCK)).rows[0]?.value : undefined
    const [replication] = (await client.query<Replication>(SELECT_REPLICATION)).rows
    return { name: `PostgreSQL ${version}`, migrations, trustedClock, caution: postgresVersionWarning(version), replication, problem }
  } finally {
    await client.end()
  }
}
