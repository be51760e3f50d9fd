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

/** One line of the table. */
export type Row = {
  what: string
  on: string
  'per second'?: number
  'of the reference'?: string
  'p50 ms'?: number
  'p99 ms'?: number
  'worst ms'?: number
}

/** Where the product keeps its rows: a folder for SQLite, or a server. */
export type Target = { on: string; env: { DATA_DIR: string; DATABASE_URL?: string } }

/** Something done with an empty SQLite, or with an empty PostgreSQL, gone afterwards. */
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
 * Durable scans a second over HTTP with 64 connections, the load on the same machine, beside the bare prototype; and what one waits for where
 * there are very many invitations.
 */
export async function bench() {
  const bare = await withTarget('SQLite', bareScans)
  const rows: Row[] = [bare]
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    // SQLite admits one process.
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
