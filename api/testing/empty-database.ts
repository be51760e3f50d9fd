import { startPostgres } from './postgres-server.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/** A database, with the environment variables of its servers. SQLite needs only a data folder; PostgreSQL also needs a URL. */
export type DatabaseTarget = { on: 'SQLite' | 'PostgreSQL'; env: { DATA_DIR: string; DATABASE_URL?: string } }

/** Creates an empty database of the engine, calls `use` with it, and deletes the database afterwards. */
export const withDatabase = <T>(engine: DatabaseTarget['on'], use: (target: DatabaseTarget) => Promise<T>) =>
  withTemporaryFolder(async folder => {
    if (engine === 'SQLite') return use({ on: engine, env: { DATA_DIR: folder } })
    const postgres = await startPostgres()
    try {
      return await use({ on: engine, env: { DATA_DIR: folder, DATABASE_URL: `${postgres.url}postgres` } })
    } finally {
      await postgres.stop()
    }
  })

/** Calls `use` with an empty database of each engine, one after another. Returns the rows of both. */
export const onEachEngine = async <Row>(use: (target: DatabaseTarget) => Promise<Row[]>) => [
  ...(await withDatabase('SQLite', use)),
  ...(await withDatabase('PostgreSQL', use)),
]
