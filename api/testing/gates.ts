import { openScannerConnection } from './scanner-connection.ts'
import { pause } from './wait.ts'

/** The time between two scans at one gate, in milliseconds. */
const SCAN_INTERVAL_MS = 250

/**
 * Creates a simulated gate for each id of an invitation. A gate scans its invitation over one connection, which stays open between scans.
 */
export function openGates(url: string, cookie: string, ids: readonly string[]) {
  const cookies = new Map(cookie.split('; ').map(each => each.split('=', 2) as [string, string]))
  const gates = ids.map(id => ({ id, ...openScannerConnection(url, cookies) }))
  const lost: string[] = []
  let scans = 0
  return {
    /** The outcomes and errors of the scans that did not admit the guest. */
    lost,
    count: () => scans,
    /** Returns the number of gates that had to connect again. */
    reopened: () => gates.filter(gate => gate.connections() > 1).length,
    /**
     * Scans at every gate at a steady pace while `shouldContinue` returns true; its argument is the number of milliseconds since the start.
     * Returns the latencies (ms). The latency of a scan that was sent late counts from the moment at which it was due.
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

/** Returns the percentile of the latencies (ms) for a share such as 0.99. */
export const percentile = (waits: readonly number[], share: number) =>
  waits.toSorted((one, other) => one - other)[Math.floor(waits.length * share)] ?? Number.NaN

export const latencySummary = (waits: readonly number[]) => {
  const formatPercentile = (share: number) => percentile(waits, share).toFixed(1)
  return `${waits.length} scans, p50 ${formatPercentile(0.5)} ms, p95 ${formatPercentile(0.95)}, p99 ${formatPercentile(0.99)}, worst ${formatPercentile(1 - 1e-9)}`
}
