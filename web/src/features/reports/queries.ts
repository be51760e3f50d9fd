import { keepPreviousData } from '@tanstack/react-query'
import { useCall, useRead } from '../../backend/hooks/use-call.ts'
import { conflictsKey, invitationsKey } from '../../backend/hooks/use-refresh.ts'

export const useRecentInvitations = (limit: number) =>
  useRead([...invitationsKey, 'recent', limit], async ({ invitations }) => (await invitations.list({ limit })).rows)

const walkInsKey = ['checkIn', 'walk-ins']
const MAX_SHOWN_WALK_INS = 200
const WALK_INS_REFRESH_INTERVAL_MS = 30_000

/** Reads the latest walk-ins of an event, again when the live figures report another number of people (`walkIns`). */
export const useWalkIns = (eventId: string, walkIns: number) =>
  useRead([...walkInsKey, eventId, walkIns], ({ checkIn }) => checkIn.walkIns({ eventId, limit: MAX_SHOWN_WALK_INS }), {
    placeholderData: keepPreviousData,
    refetchInterval: WALK_INS_REFRESH_INTERVAL_MS,
  })

export const useRemoveWalkIn = () => useCall(({ checkIn }) => checkIn.removeWalkIn, walkInsKey, conflictsKey, invitationsKey)
