import type { ListPage } from '@hudur/core/endpoint'
import type { EventSummary } from '@hudur/core/events/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from './use-backend.ts'
import { useCall } from './use-call.ts'
import { designsKey, eventsKey, invitationsKey } from './use-refresh.ts'

export const eventQueryKey = (id: string) => [...eventsKey, 'event', id]

/** Reads an event; nothing while `id` is empty. Until the response has arrived, it returns the event's row of a list that is already loaded. */
export function useEvent(id: string) {
  const backend = useBackend()
  const client = useQueryClient()
  return useQuery({
    queryKey: eventQueryKey(id),
    enabled: id !== '',
    queryFn: () => backend.events.get({ id }),
    placeholderData: () =>
      client
        .getQueriesData<ListPage<EventSummary>>({ queryKey: [...eventsKey, 'list'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find(event => event.id === id),
  })
}

/** Changes an event. Many lists show its name and day, so all of them are reloaded. */
export const useUpdateEvent = () => useCall(({ events }) => events.update, invitationsKey, designsKey)
