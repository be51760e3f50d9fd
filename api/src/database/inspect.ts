import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** What is found in a database without changing it. */
export type Inspection = {
  /** The database, with its version. */
  name: string
  /** The migrations that it has, the oldest first. */
  migrations: string[]
  /** What is risky about the database, in one sentence. */
  caution?: string | undefined
  /** What makes the database unusable, in one sentence. */
  problem?: string | undefined
}

/** The oldest version of PostgreSQL with which Hudur was tried. */
const OLDEST_POSTGRES = 15

/** Returns what is risky about a version of PostgreSQL. */
export const cautionOf = (version: string) =>
  Number.parseInt(version, 10) < OLDEST_POSTGRES
    ? `PostgreSQL ${version} is older than ${OLDEST_POSTGRES}, the oldest with which Hudur was tried.`
    : undefined

const MIGRATIONS = 'select name from kysely_migration order by name'

/** Inspects the SQLite database of this file. Throws when the file is not one of Hudur's. */
export function inspectSqlite(file: string): Inspection {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [row] = database.prepare('pragma quick_check(1)').all()
    const problem = row?.quick_check === 'ok' ? undefined : `${file} is damaged: ${row?.quick_check}. Restore a backup.`
    const migrations =
      problem === undefined
        ? database
            .prepare(MIGRATIONS)
            .all()
            .map(({ name }) => String(name))
        : []
    return { name: `SQLite ${process.versions.sqlite}, ${file},`, migrations, problem }
  } finally {
    database.close()
  }
}

/** Inspects a PostgreSQL database. Rejects when it cannot be reached within ten seconds, or not be entered. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that is lost while it is idle is an event, and without a listener it ends the process.
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
    const migrations = isUsed ? (await client.query(MIGRATIONS)).rows.map(({ name }) => String(name)) : []
    return { name: `PostgreSQL ${version}`, migrations, caution: cautionOf(version), problem }
  } finally {
    await client.end()
  }
}
