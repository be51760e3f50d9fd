import type { LiveEventFigures } from '@hudur/core/events/contract'
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, useRead } from '../../backend/hooks/use-call.ts'
import { eventQueryKey } from '../../backend/hooks/use-event.ts'
import { ALL_INVITATIONS_KEY } from '../../backend/hooks/use-invitations.ts'
import type { LiveState } from '../../backend/hooks/use-live.ts'
import { balanceKeys, designsKey, eventsKey, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { newId } from '../../device/new-id.ts'

/** The maximum number of events in a list. Further events are found by search. */
export const MAX_SHOWN_EVENTS = 200

/** Reads the coming or the past events. The previous list stays visible until the response to a search has arrived. */
export const useEvents = (filter: 'coming' | 'past', search: string) =>
  useRead(
    [...eventsKey, 'list', filter, search],
    ({ events }) => events.list({ filter, limit: MAX_SHOWN_EVENTS, ...(search !== '' && { search }) }),
    { placeholderData: keepPreviousData },
  )

/** Reads the deleted events that can be restored. */
export const useDeletedEvents = () => useRead([...eventsKey, 'deleted'], ({ events }) => events.deleted({ limit: MAX_SHOWN_EVENTS }))

/** Restores a deleted event, which charges again what its deletion refunded. */
export const useRestoreEvent = () => useCall(({ events }) => events.restore, invitationsKey, designsKey, ...balanceKeys)

const COUNTED_FILTERS = [
  'scanned',
  'unscanned',
  'attending',
  'declined',
  'unanswered',
  'unopened',
  'unsent',
  'without-phone',
  'duplicates',
] as const

/** Returns for each filter the number of an event's invitations that match; undefined until the number is loaded. */
export function useFilterCounts(eventId: string): Partial<Record<(typeof COUNTED_FILTERS)[number], number>> {
  const backend = useBackend()
  const { data = {} } = useQuery({
    queryKey: [...eventsKey, 'counts', eventId],
    async queryFn() {
      const countInvitations = async (filter: (typeof COUNTED_FILTERS)[number]) =>
        (await backend.invitations.list({ eventId, filter, limit: 1 })).total
      return Object.fromEntries(await Promise.all(COUNTED_FILTERS.map(async filter => [filter, await countInvitations(filter)])))
    },
  })
  return data
}

const REMOVE_EVENT_KEY = ['remove-event']

/** Returns whether the user is deleting or leaving the event on this page, or has done so. */
export const isEventRemoved = (client: QueryClient, id: string) =>
  client
    .getMutationCache()
    .findAll({ mutationKey: REMOVE_EVENT_KEY })
    .some(({ state }) => (state.variables as { id: string }).id === id && state.status !== 'error')

/**
 * Returns a function that reloads lists and counts after a change of the event's live figures. After mere scans, it does not reload all
 * invitations.
 */
export function useRefreshEvent(id: string) {
  const client = useQueryClient()
  return (before: LiveEventFigures | undefined, now: LiveEventFigures) => {
    // The screen stays open during the deletion and shortly after it, and must not read the deleted event.
    if (isEventRemoved(client, id)) return Promise.resolve()
    const isOnlyScanned = before?.changedAt === now.changedAt && before.invited === now.invited
    return client.invalidateQueries({
      queryKey: invitationsKey,
      predicate: ({ queryKey }) => !(isOnlyScanned && queryKey[2] === ALL_INVITATIONS_KEY),
    })
  }
}

/** Reads the event again when its live figures end, because it was deleted, or the user is no longer its partner. */
export function useRefreshAtEnd(state: LiveState, id: string) {
  const client = useQueryClient()
  useEffect(() => {
    if (state === 'ended' && !isEventRemoved(client, id)) void client.invalidateQueries({ queryKey: eventQueryKey(id) })
  }, [client, id, state])
}

/** Creates an event. */
export const useCreateEvent = () =>
  useIdempotentCall(
    () => ({ id: newId() }),
    ({ events }) => events.create,
    invitationsKey,
  )

/** Deletes an event with its invitations, whose credits may be returned to the owner's balance. */
export const useRemoveEvent = () => useRemoval(useBackend().events.remove)

/** Ends the partnership of the user with this username, after which the event is gone for this account. */
export function useLeaveEvent() {
  const { events } = useBackend()
  return useRemoval(({ id, username }: { id: string; username: string }) => events.removePartner({ eventId: id, username }))
}

/** Executes a call after which the event `id` no longer exists for the user. */
function useRemoval<Input extends { id: string }, Output>(removeEvent: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  const refreshBalances = useRefresh(...balanceKeys)
  return useMutation({
    mutationKey: REMOVE_EVENT_KEY,
    mutationFn: removeEvent,
    async onSuccess() {
      // The screen of the deleted event is still visible, and must not read the event again.
      for (const queryKey of [invitationsKey, designsKey]) await client.invalidateQueries({ queryKey, refetchType: 'none' })
      await refreshBalances()
    },
    // While the deletion ran, changes of the live figures were ignored.
    onError: useRefresh(invitationsKey),
  })
}

const partnersKey = (eventId: string) => ['partners', eventId]

/** Reads the partners of an event. */
export const usePartners = (eventId: string) => useRead(partnersKey(eventId), ({ events }) => events.partners({ eventId }))

export const useAddPartner = (eventId: string) => useCall(({ events }) => events.addPartner, partnersKey(eventId))

export const useRemovePartner = (eventId: string) => useCall(({ events }) => events.removePartner, partnersKey(eventId))
