import { openScannerConnection } from '../api/testing/scanner-connection.ts'
import { pause } from './drill.ts'

/** The time between two scans at one gate, in milliseconds. */
const SCAN_INTERVAL_MS = 250

/** Opens one gate for each invitation of `ids`. A gate scans its invitation over one connection, which stays open between scans. */
export function openGates(url: string, cookie: string, ids: readonly string[]) {
  const cookies = new Map(cookie.split('; ').map(each => each.split('=', 2) as [string, string]))
  const gates = ids.map(id => ({ id, ...openScannerConnection(url, cookies) }))
  const lost: string[] = []
  let scans = 0
  return {
    /** The outcomes and errors of the scans that were not admitted. */
    lost,
    count: () => scans,
    /** Returns how many gates had to connect again. */
    reopened: () => gates.filter(gate => gate.connections() > 1).length,
    /**
     * Scans at every gate at a steady pace while `shouldContinue` returns true; it gets the milliseconds since the start. Returns the
     * latencies in milliseconds; a late scan counts from when it was due.
     */
    async scanWhile(shouldContinue: (ms: number) => boolean) {
      const waits: number[] = []
      const start = performance.now()
      await Promise.all(
        gates.map(async (gate, n) => {
          for (let due = start + (n * SCAN_INTERVAL_MS) / gates.length; shouldContinue(due - start); due += SCAN_INTERVAL_MS) {
            await pause(Math.max(0, due - performance.now()))
            const outcome = await gate.scan(gate.id, `scan-${scans++}`).catch(String)
            if (outcome === 'admitted') waits.push(performance.now() - due)
            else lost.push(String(outcome))
          }
        }),
      )
      return waits
    },
    close: () => {
      for (const gate of gates) gate.close()
    },
  }
}

/** Returns the latency that this share of the scans does not exceed, in milliseconds. */
export const percentile = (waits: readonly number[], share: number) =>
  waits.toSorted((one, other) => one - other)[Math.floor(waits.length * share)] ?? Number.NaN

export const inWords = (waits: readonly number[]) => {
  const at = (share: number) => percentile(waits, share).toFixed(1)
  return `${waits.length} scans, p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1 - 1e-9)}`
}
