import { useEffect, useEffectEvent } from 'react'
import { type ChosenEvent, useChosenEventFigures } from './use-arrivals.ts'
import { useCall, usePage } from './use-call.ts'
import { conflictsKey, invitationsKey, useRefresh } from './use-refresh.ts'

/** Reloads the conflicts when the live figures report another number of them, for the chosen event or, if it is null, for all events. */
export function useLiveConflicts(event: ChosenEvent | null) {
  const refresh = useEffectEvent(useRefresh(conflictsKey))
  const count = useChosenEventFigures(event).figures?.conflicts
  useEffect(() => {
    if (count !== undefined) void refresh()
  }, [count])
}

const CONFLICTS_REFRESH_INTERVAL_MS = 30_000

export const CONFLICTS_PAGE_SIZE = 12

/**
 * Reads one page of all conflicts, or of those that no user has marked as seen. Administrators also get the conflicts of other accounts'
 * events.
 */
export const useConflicts = (filter: 'all' | 'unseen', page = 1, eventId?: string) =>
  usePage(
    { key: [...conflictsKey, filter, eventId], page, size: CONFLICTS_PAGE_SIZE, refetchInterval: CONFLICTS_REFRESH_INTERVAL_MS },
    ({ checkIn }, range) => checkIn.conflicts({ filter, ...(eventId && { eventId }), ...range }),
  )

export const useSettleConflict = () => useCall(({ checkIn }) => checkIn.settleConflict, conflictsKey)

/** Accepts a late conflict: the server then counts its admissions. They were uploaded by a device after its door link had ended. */
export const useAcceptConflict = () => useCall(({ checkIn }) => checkIn.acceptConflict, ['checkIn'], invitationsKey)
