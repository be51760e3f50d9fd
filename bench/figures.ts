import { type DatabaseTarget, ENGINES, withDatabase } from '../api/testing/empty-database.ts'
import { type ServerProcess, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'

/** One row of the table that a benchmark prints. */
export type FigureRow = {
  what: string
  on: string
  'per second'?: number
  'of the reference'?: string
  'p50 ms'?: number
  'p99 ms'?: number
  'worst ms'?: number
}

/** A server with an empty database and a signed-in administrator. `place` is what the functions of `api/testing` need to open the database. */
export type BenchServer = Awaited<ReturnType<typeof signIn>> &
  ServerProcess & { on: string; place: { dataDir: string; databaseUrl: string | undefined } }

/** Starts a server on an empty database of each engine, measures it, and prints the rows as one table. */
export async function benchOnBothEngines(measure: (server: BenchServer) => Promise<FigureRow[]>, before: FigureRow[] = []) {
  const rows = [...before]
  for (const engine of ENGINES) rows.push(...(await withDatabase(engine, target => withSignedInServer(target, measure))))
  printTable(rows)
}

/** Starts a server, signs the administrator in, calls `use`, and stops the server. */
export async function withSignedInServer<T>({ on, env }: DatabaseTarget, use: (server: BenchServer) => Promise<T>) {
  const server = await startProduct(env)
  try {
    return await use({ ...server, ...(await signIn(server.url)), on, place: { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL } })
  } finally {
    await server.stop()
  }
}

export function printTable(rows: object[]) {
  // biome-ignore lint/suspicious/noConsole: the table is what the benchmarks are for
  console.table(rows)
}

/** The number of times that a call is measured. */
const REPETITIONS = 30

/** Calls `ask` `count` times, one after another. Returns percentiles of the latency (ms). */
export async function measureLatencies(ask: (n: number) => unknown, count = REPETITIONS) {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    await ask(n)
    took.push(performance.now() - start)
  }
  return percentilesOf(took)
}

/** Returns percentiles of these times (ms), rounded to tenths. */
export function percentilesOf(times: readonly number[]) {
  const took = times.toSorted((a, b) => a - b)
  const percentileAt = (part: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))]! * 10) / 10
  return { 'p50 ms': percentileAt(0.5), 'p99 ms': percentileAt(0.99), 'worst ms': percentileAt(1) }
}

/** Measures the calls one after another. Returns a row for each, named by its key. */
export async function measureCalls(on: string, calls: Record<string, (n: number) => unknown>, count?: number): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (const [what, ask] of Object.entries(calls)) rows.push({ what, on, ...(await measureLatencies(ask, count)) })
  return rows
}

/** Maps consecutive numbers to the indexes of rows that are far apart in a table of `size` rows. */
export const spreadIndex = (n: number, size: number) => (n * 7919 + 13) % size
