import type { EventStats } from '@hudur/core/invitations/invitation'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useBackend } from './use-backend.ts'
import { ALL_EVENTS, useLiveFigures } from './use-live.ts'
import { arrivalsKey, arrivalTimesKey } from './use-refresh.ts'

export type EventOption = Pick<EventStats, 'eventId' | 'eventName' | 'eventDate' | 'userId'>

/** The event whose guests the scanner admits. It has no id if the device does not know the event. */
export type ChosenEvent = Omit<EventOption, 'eventId'> & { eventId?: string | undefined }

type IdentifiedEvent = Omit<ChosenEvent, 'userId'> & { userId?: string | undefined }

/** Returns the fields that identify an event in a call. */
const identifyingFieldsOf = ({ eventId, eventName, eventDate, userId }: IdentifiedEvent) => ({ eventId, eventName, eventDate, userId })

/** The interval (ms) at which arrivals are read without live figures. Two gates then show the same count within two seconds. */
const ARRIVALS_REFRESH_INTERVAL_MS = 1_500

/** Subscribes to the live figures of the chosen event, or of all events if `event` is null. */
export const useChosenEventFigures = (event: IdentifiedEvent | null) => useLiveFigures(event === null ? ALL_EVENTS : event.eventId)

/**
 * Returns how many people have arrived and are invited, for the chosen event or, if it is null, for all events. Uses the live figures, or
 * requests while the server sends no live figures.
 */
export function useArrivals(event: IdentifiedEvent | null) {
  const backend = useBackend()
  const live = useChosenEventFigures(event)
  const figures = live.state === 'live' ? live.figures : undefined
  const query = useQuery({
    queryKey: [...arrivalsKey, event],
    queryFn: () => backend.checkIn.arrivals(event ? identifyingFieldsOf(event) : {}),
    refetchInterval: ARRIVALS_REFRESH_INTERVAL_MS,
    enabled: figures === undefined,
  })
  return { data: figures ?? query.data, isError: figures === undefined && query.isError }
}

/** Reads the arrival times of an event, if there is one. The times of the previous event stay visible until the new ones have arrived. */
export function useArrivalTimes(event: IdentifiedEvent | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...arrivalTimesKey, event],
    queryFn: event ? () => backend.checkIn.arrivalTimes(identifyingFieldsOf(event)) : skipToken,
    placeholderData: keepPreviousData,
  })
}
