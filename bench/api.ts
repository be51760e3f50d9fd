import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { figuresOfLists } from './lists.ts'
import { bareScans, scansOn } from './scans.ts'

/** `BENCH_ROWS` limits the largest size. */
const LARGEST = Number(process.env.BENCH_ROWS || 1_000_000)
const SIZES = [...new Set([10_000, 100_000, LARGEST].filter(size => size <= LARGEST))]

/** A row of the printed table. */
export type Row = {
  what: string
  on: string
  'per second'?: number
  'of the reference'?: string
  'p50 ms'?: number
  'p99 ms'?: number
  'worst ms'?: number
}

/** Where the product stores its rows: a folder for SQLite, or the URL of a PostgreSQL server. */
export type Target = { on: string; env: { DATA_DIR: string; DATABASE_URL?: string } }

/** Calls `use` with an empty database of the engine, and deletes the database afterwards. */
export async function withTarget<T>(engine: 'SQLite' | 'PostgreSQL', use: (target: Target) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined
  try {
    return await use({ on: engine, env: { DATA_DIR: folder, ...(postgres && { DATABASE_URL: `${postgres.url}postgres` }) } })
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Measures durable scans per second over 64 HTTP connections from the same machine, beside the reference of `bare-server.ts`; then the
 * latencies of scans, searches, lists and figures among up to a million invitations.
 */
export async function bench() {
  const bare = await withTarget('SQLite', bareScans)
  const rows: Row[] = [bare]
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    // Only one process can use a SQLite file.
    for (const processes of engine === 'SQLite' ? [1] : [1, 2]) {
      const scans = await withTarget(engine, target => scansOn(target, processes))
      rows.push({ ...scans, 'of the reference': (scans['per second']! / bare['per second']!).toFixed(2) })
    }
  }
  for (const size of SIZES) {
    for (const engine of ['SQLite', 'PostgreSQL'] as const) rows.push(...(await withTarget(engine, target => figuresOfLists(target, size))))
  }
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
