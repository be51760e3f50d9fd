import type { Direction } from '@hudur/core/invitations/rules'
import { createContext, useEffect, useState } from 'react'
import { type ChosenEvent, useArrivals } from '../../backend/hooks/use-arrivals.ts'

/** What the gate records now: people who come in, or people who leave. */
export const DirectionContext = createContext<Direction>('in')

/** How long (ms) after the last scan a gate that records exits goes back to admissions. */
const EXITS_END_AFTER_MS = 5 * 60_000

const keyOf = (event: ChosenEvent | null) => event && (event.eventId ?? `${event.eventName} ${event.eventDate}`)

/**
 * Returns whether the gate's event counts exits, and what the gate records now. After a reload, with another event, and when nobody was
 * scanned for five minutes, it records admissions again. `lastScan`: a key of the last scan.
 */
export function useDirection(event: ChosenEvent | null, lastScan: string | undefined) {
  const key = keyOf(event)
  const { data: arrivals } = useArrivals(event)
  const [known, setKnown] = useState({ key, countsExits: false })
  const [chosen, setChosen] = useState<{ key: typeof key; direction: Direction }>({ key, direction: 'in' })
  // While the figures are read again, the gate keeps its mode.
  const countsExits = arrivals ? arrivals.inside !== undefined : known.key === key && known.countsExits
  if (known.key !== key || known.countsExits !== countsExits) setKnown({ key, countsExits })
  const direction = countsExits && chosen.key === key ? chosen.direction : 'in'

  // biome-ignore lint/correctness/useExhaustiveDependencies: each scan starts the time again
  useEffect(() => {
    if (direction === 'in') return
    const timer = setTimeout(() => setChosen({ key, direction: 'in' }), EXITS_END_AFTER_MS)
    return () => clearTimeout(timer)
  }, [direction, key, lastScan])

  return { countsExits, direction, choose: (direction: Direction) => setChosen({ key, direction }) }
}
