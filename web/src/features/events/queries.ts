import {
  type contract,
  type EndpointInput,
  type EventSummary,
  ID_BYTES,
  idFromBytes,
  invitationRules,
  type ListPage,
  type LiveEventFigures,
  Refusal,
} from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { useRefreshBalances } from '../accounts/queries.ts'
import { useRefreshInvitations } from '../invitations/queries.ts'
import { readAllPages } from '../invitations/read-pages.ts'

/** The query key of events. It begins with `invitations`, so that every change of invitations also reloads the counts of events. */
const eventsKey = ['invitations', 'events']

/** The maximum number of events in a list. Further events are found by search. */
export const MAX_SHOWN_EVENTS = 200

/**
 * Reads the coming or the past events, with their total number. The previous list stays visible until the response to a search has arrived.
 */
export function useEvents(filter: 'coming' | 'past', search: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...eventsKey, 'list', filter, search],
    queryFn: () => backend.events.list({ filter, limit: MAX_SHOWN_EVENTS, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  })
}

/** Reads an event. Until the response has arrived, it returns the event's row of a list that is already loaded. */
export function useEvent(id: string) {
  const backend = useBackend()
  const client = useQueryClient()
  return useQuery({
    queryKey: [...eventsKey, 'event', id],
    queryFn: () => backend.events.get({ id }),
    placeholderData: () =>
      client
        .getQueriesData<ListPage<EventSummary>>({ queryKey: [...eventsKey, 'list'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find(event => event.id === id),
  })
}

const COUNTED_FILTERS = ['scanned', 'attending', 'declined', 'unanswered', 'unopened', 'unsent'] as const

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

/** The number of invitations per request when all invitations of an event are read. */
const READ_PAGE_SIZE = 1000

/** The part of the query key that stands for all invitations of an event. */
const ALL_INVITATIONS_KEY = 'all'

/** The key of the mutation that deletes an event. */
const REMOVE_EVENT_KEY = ['remove-event']

/**
 * Returns a function that reloads the lists and counts of invitations after a change of an event's live figures. The query of all
 * invitations of an event is reloaded only if an invitation was added, changed or deleted. Scans alone do not reload it.
 */
export function useRefreshEvent() {
  const client = useQueryClient()
  return (before: LiveEventFigures | undefined, now: LiveEventFigures) => {
    // The screen of an event that is being deleted must not read the event again.
    if (client.isMutating({ mutationKey: REMOVE_EVENT_KEY }) > 0) return Promise.resolve()
    const isOnlyScanned = before?.changedAt === now.changedAt && before.invited === now.invited
    return client.invalidateQueries({
      queryKey: ['invitations'],
      predicate: ({ queryKey }) => !(isOnlyScanned && queryKey[2] === ALL_INVITATIONS_KEY),
    })
  }
}

/** Reads all invitations of an event that are not cancelled, newest first. */
export function useValidInvitations(eventId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...eventsKey, ALL_INVITATIONS_KEY, eventId],
    queryFn: () => readAllPages(READ_PAGE_SIZE, page => backend.invitations.list({ eventId, ...page })),
    select: invitationRules.filterValidInvitations,
  })
}

/** An action on several invitations: each is reissued, cancelled or deleted. */
export type BulkAction = 'reissue' | 'cancel' | 'remove'

/**
 * Returns `run`, which processes invitations one after another, stops at the first error and resolves to the number processed, and
 * `doneCount`, the number processed so far. An invitation that another user has deleted meanwhile counts as processed.
 */
export function useBulkAction(action: BulkAction) {
  const { invitations } = useBackend()
  const refreshBalances = useRefreshBalances()
  const refresh = useRefreshInvitations()
  const [doneCount, setDoneCount] = useState(0)
  const { mutateAsync, isPending } = useMutation({
    async mutationFn(ids: readonly string[]): Promise<{ doneCount: number; error?: unknown }> {
      for (const [n, id] of ids.entries()) {
        setDoneCount(n)
        try {
          await invitations[action]({ id })
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'not-found')) return { doneCount: n, error }
        }
      }
      return { doneCount: ids.length }
    },
    onSettled: () => Promise.all([refreshBalances(), refresh()]),
  })
  return { run: mutateAsync, isPending, doneCount }
}

type NewEvent = Omit<EndpointInput<typeof contract.events.create>, 'id'>

const newEventInput = (event: NewEvent) => ({ id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...event })

/** Creates an event. A repeated request with the same fields has the same id, so that the event is created once. */
export function useCreateEvent() {
  const backend = useBackend()
  const refresh = useRefreshInvitations()
  const sendOnce = useIdempotentRequest<ReturnType<typeof newEventInput>>()
  return useMutation({
    mutationFn: (event: NewEvent) => sendOnce(JSON.stringify(event), () => newEventInput(event), backend.events.create),
    onSettled: refresh,
  })
}

/** Changes an event. Many lists show its name and day, so all of them are reloaded. */
export function useUpdateEvent() {
  const backend = useBackend()
  const client = useQueryClient()
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: backend.events.update,
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: ['designs'] })]),
  })
}

/** Deletes an event with its invitations, whose credits may be returned to the owner's balance. */
export function useRemoveEvent() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshBalances = useRefreshBalances()
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationKey: REMOVE_EVENT_KEY,
    mutationFn: backend.events.remove,
    async onSuccess() {
      // The screen of the deleted event is still visible, and must not read the event again.
      for (const queryKey of [['invitations'], ['designs']]) await client.invalidateQueries({ queryKey, refetchType: 'none' })
      await refreshBalances()
    },
    // While the deletion ran, changes of the live figures were ignored.
    onError: () => refresh(),
  })
}
