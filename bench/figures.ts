import { type DatabaseTarget, onEachEngine } from '../api/testing/empty-database.ts'
import { percentile } from '../api/testing/percentile.ts'
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
  'statements a set'?: number
  'trips a set'?: number
}

/** A server with an empty database and a signed-in administrator. `place` is what the functions of `api/testing` need to open the database. */
export type BenchServer = Awaited<ReturnType<typeof signIn>> &
  ServerProcess & { on: string; place: { dataDir: string; databaseUrl: string | undefined } }

/** Starts a server on an empty database of each engine, measures it, and prints the rows as one table. */
export async function benchOnBothEngines<Row extends object>(measure: (server: BenchServer) => Promise<Row[]>, before: Row[] = []) {
  printTable([...before, ...(await onEachEngine(target => withSignedInServer(target, measure)))])
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

export function printTable(rows: unknown) {
  // biome-ignore lint/suspicious/noConsole: the table is what the benchmarks are for
  console.table(rows)
}

export const roundToTenth = (value: number) => Math.round(value * 10) / 10

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
export const percentilesOf = (times: readonly number[]) => ({
  'p50 ms': roundToTenth(percentile(times, 0.5)),
  'p99 ms': roundToTenth(percentile(times, 0.99)),
  'worst ms': roundToTenth(percentile(times, 1)),
})

/** Measures the calls one after another. Returns a row for each, named by its key. */
export async function measureCalls(on: string, calls: Record<string, (n: number) => unknown>, count?: number): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (const [what, ask] of Object.entries(calls)) rows.push({ what, on, ...(await measureLatencies(ask, count)) })
  return rows
}

/** Maps consecutive numbers to the indexes of rows that are far apart in a table of `size` rows. */
export const spreadIndex = (n: number, size: number) => (n * 7919 + 13) % size
