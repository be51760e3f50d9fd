import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres-server.ts'

/**
 * The database of a benchmark or a drill: its name in the table, and the environment variables of the server. SQLite needs only a data folder;
 * PostgreSQL also needs a URL.
 */
export type DatabaseTarget = { on: string; env: { DATA_DIR: string; DATABASE_URL?: string } }

export const ENGINES = ['SQLite', 'PostgreSQL'] as const

/** Creates an empty database of the engine, calls `use` with it, and deletes the database afterwards. */
export async function withDatabase<T>(engine: (typeof ENGINES)[number], use: (target: DatabaseTarget) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined
  try {
    return await use({ on: engine, env: { DATA_DIR: folder, ...(postgres && { DATABASE_URL: `${postgres.url}postgres` }) } })
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
