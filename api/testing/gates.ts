import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { openScannerConnection } from './scanner-connection.ts'

/** The time between two scans at one gate, in milliseconds. */
const SCAN_INTERVAL_MS = 250

/** Creates invitations of one event, each for 1,000 people, so that a gate can scan the same code again and again. */
export const createReusableInvitations = (host: Backend<Contract>, count: number, eventName = 'زفاف محمّد وسارة') =>
  host.invitations.create({
    invitations: Array.from({ length: count }, () => ({ eventName, eventDate: '2027-01-14', generationType: 'count', maxScans: 1_000 })),
  })

/**
 * Creates a simulated gate for each id of an invitation. A gate scans its invitation over one connection, which stays open between scans.
 */
export function openGates(url: string, cookies: ReadonlyMap<string, string>, ids: readonly string[]) {
  const gates = ids.map(id => ({ id, ...openScannerConnection(url, cookies) }))
  const lost: string[] = []
  let scans = 0
  return {
    /** The outcomes and errors of the scans that did not admit their guest. */
    lost,
    count: () => scans,
    /** Returns the number of gates that had to open their connection again. */
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
    close() {
      for (const gate of gates) gate.close()
    },
  }
}
