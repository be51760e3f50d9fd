import {
  type contract,
  type EventSummary,
  ID_BYTES,
  type InputOf,
  type Invitation,
  idFrom,
  invitationRules,
  type LiveEvent,
  type Page,
  Refusal,
} from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { useRefreshBalances } from '../accounts/queries.ts'
import { useRefreshInvitations } from '../invitations/queries.ts'

/** Below the key of invitations, so that whatever changes invitations also reloads the counts of events. */
const eventsKey = ['invitations', 'events']

/** The most events of a list that are shown; others are found by their names. */
export const MAX_SHOWN_EVENTS = 200

/** Reads the coming or the past events, with the total number. The previous ones stay visible until a search has its answer. */
export function useEvents(filter: 'coming' | 'past', search: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...eventsKey, 'list', filter, search],
    queryFn: () => backend.events.list({ filter, limit: MAX_SHOWN_EVENTS, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  })
}

/** Reads an event. Until it has arrived, the row of a list that is loaded already is returned. */
export function useEvent(id: string) {
  const backend = useBackend()
  const client = useQueryClient()
  return useQuery({
    queryKey: [...eventsKey, 'event', id],
    queryFn: () => backend.events.get({ id }),
    placeholderData: () =>
      client
        .getQueriesData<Page<EventSummary>>({ queryKey: [...eventsKey, 'list'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find(event => event.id === id),
  })
}

const COUNTED = ['scanned', 'attending', 'declined', 'unanswered', 'unopened', 'unsent'] as const

/** Returns how many of an event's invitations each filter leaves; undefined until it is known. */
export function useFilterCounts(eventId: string): Partial<Record<(typeof COUNTED)[number], number>> {
  const backend = useBackend()
  const { data = {} } = useQuery({
    queryKey: [...eventsKey, 'counts', eventId],
    async queryFn() {
      const count = async (filter: (typeof COUNTED)[number]) => (await backend.invitations.list({ eventId, filter, limit: 1 })).total
      return Object.fromEntries(await Promise.all(COUNTED.map(async filter => [filter, await count(filter)])))
    },
  })
  return data
}

/** The number of invitations in one request when all of an event are read. */
const READ_SIZE = 1000

/** The key of a query of all invitations of an event. */
const ALL = 'all'

/**
 * Returns a function that reloads an event's lists and counts after a change of its live figures. All of its invitations are read again only
 * where one of them was added, changed or deleted: scans change none.
 */
export function useRefreshEvent() {
  const client = useQueryClient()
  return (before: LiveEvent, now: LiveEvent) => {
    const isOnlyScanned = before.changedAt === now.changedAt && before.invited === now.invited
    return client.invalidateQueries({ queryKey: ['invitations'], predicate: ({ queryKey }) => !(isOnlyScanned && queryKey[2] === ALL) })
  }
}

/** Reads all invitations of an event that are not cancelled, newest first. An invitation that new ones push to the next page is read once. */
export function useValidInvitations(eventId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...eventsKey, ALL, eventId],
    async queryFn() {
      const byId = new Map<string, Invitation>()
      for (let offset = 0; ; offset += READ_SIZE) {
        const { rows, total } = await backend.invitations.list({ eventId, limit: READ_SIZE, offset })
        for (const row of rows) byId.set(row.id, row)
        if (rows.length === 0 || offset + rows.length >= total) return [...byId.values()]
      }
    },
    select: invitationRules.validOnly,
  })
}

/** What is done with many invitations: each gets a new card, is cancelled or deleted. */
export type ManyAction = 'reissue' | 'cancel' | 'remove'

/**
 * Acts on invitations one after another and stops at the first error. Returns how many are done, which it also reports after each. One that
 * somebody else has deleted meanwhile counts as done.
 */
export function useManyInvitations(action: ManyAction) {
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

type NewEvent = Omit<InputOf<typeof contract.events.create>, 'id'>

const createInput = (event: NewEvent) => ({ id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...event })

/** Creates an event. A repeated request with the same fields has the same id, so that the event is created once. */
export function useCreateEvent() {
  const backend = useBackend()
  const refresh = useRefreshInvitations()
  const sendOnce = useIdempotentRequest<ReturnType<typeof createInput>>()
  return useMutation({
    mutationFn: (event: NewEvent) => sendOnce(JSON.stringify(event), () => createInput(event), backend.events.create),
    onSettled: refresh,
  })
}

/** Changes an event. Its name and day are read from it everywhere, so all lists are reloaded. */
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
  return useMutation({
    mutationFn: backend.events.remove,
    async onSuccess() {
      // The screen of the deleted event is still shown, and must not read the event again.
      for (const queryKey of [['invitations'], ['designs']]) await client.invalidateQueries({ queryKey, refetchType: 'none' })
      await refreshBalances()
    },
  })
}
