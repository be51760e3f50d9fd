import type { LiveEventFigures } from '@hudur/core/events/contract'
import type { Connection } from '../src/backend/connection/connection.ts'
import type { DoorServices } from '../src/backend/door.ts'

/** A phone at a gate: the services of an account or of a door link. */
export type GateDevice = Pick<DoorServices, 'backend' | 'sync' | 'status' | 'live'>

/** The intervals (ms) at which the app syncs: regularly, while entries wait, and at most after arrivals. */
const [SYNC_INTERVAL_MS, UPLOAD_INTERVAL_MS, ARRIVALS_INTERVAL_MS] = [120_000, 4_000, 10_000]

/** Follows the live figures and syncs as the scanner does. Returns a function that ends this. */
export function keepReplicaFresh({ live, sync }: Pick<GateDevice, 'live' | 'sync'>, connection: Connection, eventId: string) {
  let cards: string | undefined
  let arrived: number | undefined
  let syncedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const feed = live.of(eventId)
  const unsubscribeFromFeed = feed.subscribe(() => {
    const figures = feed.get().figures as LiveEventFigures | undefined
    if (!figures) return
    const now = `${figures.changedAt} ${figures.invited}`
    if (now !== cards) void sync.run()
    cards = now
    if (figures.arrived === arrived) return
    arrived = figures.arrived
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        syncedAt = performance.now()
        void sync.run()
      },
      Math.max(0, syncedAt + ARRIVALS_INTERVAL_MS - performance.now()),
    )
  })
  const unsubscribeFromConnection = connection.subscribe(() => void (connection.get() === 'connected' && sync.run()))
  const timers = [
    setInterval(() => void sync.run(), SYNC_INTERVAL_MS),
    setInterval(() => void (sync.isDue() && sync.run()), UPLOAD_INTERVAL_MS),
  ]
  return () => {
    unsubscribeFromFeed()
    unsubscribeFromConnection()
    for (const one of [timer, ...timers]) clearInterval(one)
  }
}
