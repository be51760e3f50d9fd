import { useEffect, useRef } from 'react'
import { type ChosenEvent, useChosenEventFigures } from '../../backend/hooks/use-arrivals.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'

/** The minimum time between two syncs that new arrivals trigger, in milliseconds. */
const MIN_SYNC_INTERVAL_MS = 10_000

/**
 * Syncs the replica when the live figures report a changed card, and at intervals when they report arrivals. A phone that loses the network
 * afterwards then knows both.
 */
export function useLiveSync(event: ChosenEvent | null) {
  const { sync } = useDevice()
  const { figures } = useChosenEventFigures(event)
  const cards = figures && `${figures.changedAt} ${figures.invited}`
  const arrived = figures?.arrived
  const syncedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    if (cards !== undefined) void sync()
  }, [cards, sync])

  useEffect(() => {
    if (arrived === undefined) return
    const pause = Math.max(0, syncedAt.current + MIN_SYNC_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      syncedAt.current = performance.now()
      void sync()
    }, pause)
    return () => clearTimeout(timer)
  }, [arrived, sync])
}
