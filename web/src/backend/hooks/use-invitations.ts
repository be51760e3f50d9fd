import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseEventKey } from './event-keys.ts'
import { readAllPages } from './read-pages.ts'
import { useBackend } from './use-backend.ts'
import { useCall, usePage, useRead } from './use-call.ts'
import { balanceKeys, eventsKey, invitationsKey, useRefresh } from './use-refresh.ts'

export const PAGE_SIZE = 50

/** The number of invitations per request when all of them are read for a file or for printing. */
const EXPORT_PAGE_SIZE = 1000

export type InvitationFilter = NonNullable<EndpointInput<typeof contract.invitations.list>['filter']>

/** The search and filters of a list of invitations. `event` is the result of `eventKeyOf`; empty for all events. */
export type InvitationQuery = { search: string; filter: InvitationFilter; event: string }

/** Returns the input of a list of invitations, without the page. */
export const listInvitationsInput = ({ search, filter, event }: InvitationQuery) => ({
  filter,
  ...(search !== '' && { search }),
  ...parseEventKey(event),
})

/** Reads one page of the invitations that the account may see, newest first. */
export const useInvitations = (query: InvitationQuery, page: number) =>
  usePage({ key: [...invitationsKey, 'list', query], page, size: PAGE_SIZE }, ({ invitations }, range) =>
    invitations.list({ ...listInvitationsInput(query), ...range }),
  )

export const useInvitationStats = () => useRead([...invitationsKey, 'stats'], ({ invitations }) => invitations.stats({}))

/** Returns a function that reads a part of the invitations that match `query`. */
export function useReadInvitationPage(query: InvitationQuery) {
  const { invitations } = useBackend()
  return (page: { limit: number; offset: number }) => invitations.list({ ...listInvitationsInput(query), ...page })
}

/** Returns a function that yields all invitations that match `query`, page by page, each once even if new ones shift the pages. */
export function useReadInvitations() {
  const backend = useBackend()
  return async function* (query: InvitationQuery) {
    const yieldedIds = new Set<string>()
    for (let offset = 0; ; offset += EXPORT_PAGE_SIZE) {
      const { rows, total } = await backend.invitations.list({ ...listInvitationsInput(query), limit: EXPORT_PAGE_SIZE, offset })
      yield { rows: rows.filter(({ id }) => !yieldedIds.has(id) && yieldedIds.add(id)), total }
      if (offset + rows.length >= total || rows.length === 0) return
    }
  }
}

export const ALL_INVITATIONS_KEY = 'all'

const keepAll = (invitations: readonly Invitation[]) => invitations

/** Reads all invitations of an event, newest first; `select` chooses some of them. */
export function useEventInvitations(eventId: string, select = keepAll) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...eventsKey, ALL_INVITATIONS_KEY, eventId],
    queryFn: () => readAllPages(EXPORT_PAGE_SIZE, page => backend.invitations.list({ eventId, ...page })),
    select,
  })
}

/** Reads all invitations of an event that are not cancelled, newest first. */
export const useValidInvitations = (eventId: string) => useEventInvitations(eventId, invitationRules.filterValidInvitations)

export const useUpdateInvitation = () => useCall(({ invitations }) => invitations.update, invitationsKey)

export type BulkAction = 'reissue' | 'cancel' | 'remove'

/**
 * Returns `run`, which applies an action to invitations one after another until the first error. An invitation that was deleted meanwhile
 * counts as done.
 */
export function useBulkAction(action: BulkAction) {
  const { invitations } = useBackend()
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
    onSettled: useRefresh(...balanceKeys, invitationsKey),
  })
  return { run: mutateAsync, isPending, doneCount }
}
