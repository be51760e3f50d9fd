import process from 'node:process'
import { onEachEngine, withDatabase } from '../api/testing/empty-database.ts'
import { type FigureRow, printTable, withSignedInServer } from './figures.ts'
import { measureServerCalls } from './latencies.ts'
import { measureBareScans, measureScans } from './scans.ts'

/** The largest number of invitations to measure with. The environment variable `BENCH_ROWS` can lower it. */
const MAX_INVITATIONS = Number(process.env.BENCH_ROWS || 1_000_000)
const INVITATION_COUNTS = [...new Set([10_000, 100_000, MAX_INVITATIONS].filter(size => size <= MAX_INVITATIONS))]

/** The number of rounds of `measureScanRounds`. */
const SCAN_ROUNDS = 3

/**
 * Measures the durable scans per second over 64 HTTP connections from the same machine, compared with the minimal server `bare-server.ts`.
 * The speed of a machine can change within minutes, so each figure is compared with the reference of the same round. Returns the rows with
 * the median ratio, and the reference with the median of its scans per second; the rows may be of different rounds.
 */
async function measureScanRounds(): Promise<FigureRow[]> {
  const rounds: FigureRow[][] = []
  for (let n = 0; n < SCAN_ROUNDS; n++) {
    const bare = await withDatabase('SQLite', measureBareScans)
    const rows = [bare]
    // Only one server process can use a SQLite file, so two processes are measured on PostgreSQL only.
    for (const [engine, processes] of [
      ['SQLite', 1],
      ['PostgreSQL', 1],
      ['PostgreSQL', 2],
    ] as const) {
      for (const isMix of [false, true]) {
        const scans = await withDatabase(engine, target => measureScans(target, processes, isMix))
        rows.push({ ...scans, 'of the reference': (scans['per second']! / bare['per second']!).toFixed(2) })
      }
    }
    rounds.push(rows)
  }
  return rounds[0]!.map((_, index) => medianRow(rounds.map(rows => rows[index]!)))
}

/** Returns the row with the median ratio, or, where all ratios are equal, with the median of the scans per second. */
function medianRow(rows: FigureRow[]) {
  const ratioOf = (row: FigureRow) => Number(row['of the reference'])
  return rows.toSorted((a, b) => ratioOf(a) - ratioOf(b) || a['per second']! - b['per second']!)[Math.floor(rows.length / 2)]!
}

/** Measures the scans per second, and then the latencies of scans, searches, lists and figures with up to a million invitations. */
export async function bench() {
  const rows = await measureScanRounds()
  for (const size of INVITATION_COUNTS)
    rows.push(...(await onEachEngine(target => withSignedInServer(target, server => measureServerCalls(server, size)))))
  printTable(rows)
}
