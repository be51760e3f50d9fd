import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import pg from 'pg'
import { percentile } from '../api/testing/percentile.ts'

const EVENT = { eventName: 'حفل التدريب', eventDate: '2027-01-14', generationType: 'names' } as const

/** Creates an event with `guests` invitations for one person each. Returns the ids of the invitations. */
export async function inviteGuests(host: Backend<Contract>, guests: number): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < guests; from += 1_000) {
    const invitations = Array.from({ length: Math.min(1_000, guests - from) }, (_, n) => ({ ...EVENT, guestName: `ضيف ${from + n}` }))
    for (const { id } of await host.invitations.create({ invitations })) ids.push(id)
  }
  return ids
}

/** Calls `act` until the server responds: again after `onRetry` and 20 ms when it is unreachable or busy. */
export async function repeatUntilAnswered<Answer>(
  act: () => Promise<Answer>,
  onRetry: (cause: unknown) => void = () => {},
): Promise<Answer> {
  for (;;) {
    try {
      return await act()
    } catch (cause) {
      if (!(cause instanceof UnreachableError) && !(cause instanceof Refusal && cause.code === 'busy')) throw cause
      onRetry(cause)
      await pause(20)
    }
  }
}

/** Processes the items of a list in order, at most `atOnce` of them concurrently. */
export async function processAll<Item>(items: readonly Item[], atOnce: number, act: (item: Item, n: number) => Promise<void>) {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < items.length) {
        const n = next++
        await act(items[n]!, n)
      }
    }),
  )
}

/** Admits guests, and repeats each scan until it is answered. `green` has the ids of the guests that were admitted. */
export function createAdmissions(host: Backend<Contract>) {
  const green = new Set<string>()
  let lostScans = 0
  return {
    green,
    lostScans: () => lostScans,
    admit: (ids: readonly string[], atOnce: number) =>
      processAll(ids, atOnce, async id => {
        const answer = await repeatUntilAnswered(
          () => host.checkIn.check({ qr_code: id, nonce: `guest-${id}` }),
          () => lostScans++,
        )
        if (answer.outcome === 'admitted') green.add(id)
      }),
  }
}

export async function queryPostgres(url: string, query: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}

/** Describes latencies (ms) by their number and their percentiles. */
export const latencySummary = (waits: readonly number[]) => {
  const [p50, p95, p99, worst] = [0.5, 0.95, 0.99, 1].map(share => percentile(waits, share).toFixed(1))
  return `${waits.length} scans, p50 ${p50} ms, p95 ${p95}, p99 ${p99}, worst ${worst}`
}
