import { type CardChange, type contract, type EndpointInput, ID_BYTES, type Invitation, idFromBytes } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { useRefreshBalances } from '../accounts/queries.ts'
import type { InvitationDraft } from './invitation-drafts.ts'
import { parseEventKey } from './reports/event-keys.ts'

const invitationsKey = ['invitations']

/** Returns a function that reloads all queries about invitations. */
export function useRefreshInvitations() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: invitationsKey })
}

const createInvitationsInput = (drafts: readonly InvitationDraft[]) => ({
  nonce: newIdempotencyKey(),
  invitations: drafts.map(draft => ({ id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...draft })),
})

/**
 * Creates all the given invitations or, on an error, none. If no response arrives, they may have been created. A repeated request with the
 * same drafts therefore has the same idempotency key (`nonce`) and the same ids, so that they are created once.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const refreshBalances = useRefreshBalances()
  const refreshInvitations = useRefreshInvitations()
  const sendOnce = useIdempotentRequest<ReturnType<typeof createInvitationsInput>>()
  return useMutation<Invitation[], Error, readonly InvitationDraft[]>({
    mutationFn: drafts => sendOnce(JSON.stringify(drafts), () => createInvitationsInput(drafts), backend.invitations.create),
    onSettled: () => Promise.all([refreshBalances(), refreshInvitations()]),
  })
}

/** The number of invitations on a page of the list. */
export const PAGE_SIZE = 50

/** The number of invitations per request when all of them are read for a file or for printing. */
const EXPORT_PAGE_SIZE = 1000

export type InvitationFilter = NonNullable<EndpointInput<typeof contract.invitations.list>['filter']>

/** The search and filters of a list of invitations. `event` is the result of `eventKeyOf`; empty for all events. */
export type InvitationQuery = { search: string; filter: InvitationFilter; event: string }

const listInvitationsInput = ({ search, filter, event }: InvitationQuery) => ({
  filter,
  ...(search !== '' && { search }),
  ...parseEventKey(event),
})

/**
 * Reads one page of the invitations that the account may see, newest first, with the total number. The previous page stays visible until
 * the next one has arrived.
 */
export function useInvitations(query: InvitationQuery, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'list', query, page],
    queryFn: () => backend.invitations.list({ ...listInvitationsInput(query), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

/** Returns the number of all invitations that the account may see. */
export function useInvitationCount() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'count'],
    queryFn: async () => (await backend.invitations.list({ limit: 1 })).total,
  }).data
}

/** Reads the statistics of all invitations that the account may see, in total and for each event. */
export function useInvitationStats() {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'stats'], queryFn: () => backend.invitations.stats({}) })
}

/** Reads the newest `limit` invitations. */
export function useRecentInvitations(limit: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'recent', limit],
    queryFn: async () => (await backend.invitations.list({ limit })).rows,
  })
}

/**
 * Returns a function that yields all invitations that match `query`, page by page. New invitations may push an invitation to the next page
 * between two requests; it is yielded only once.
 */
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

export function useUpdateInvitation() {
  const backend = useBackend()
  const refresh = useRefreshInvitations()
  return useMutation({ mutationFn: backend.invitations.update, onSettled: refresh })
}

/** Issues a new card for an invitation, cancels the invitation or restores it. */
export function useChangeCard() {
  const { invitations } = useBackend()
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: ({ kind, id }: { kind: CardChange['kind']; id: string }) => invitations[kind]({ id }),
    onSettled: refresh,
  })
}

/** Saves an answer that a guest gave to the host, not on the guest's page. */
export function useWriteAnswer() {
  const backend = useBackend()
  const refresh = useRefreshInvitations()
  return useMutation({ mutationFn: backend.invitations.answer, onSettled: refresh })
}

/** Reads the history of an invitation: the changes of its card, its sendings and its answers. */
export function useInvitationHistory(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'history', id], queryFn: () => backend.invitations.history({ id }), retry: false })
}

/** Deletes an invitation. Its credit may be returned to the owner's balance. */
export function useRemoveInvitation() {
  const backend = useBackend()
  const refreshBalances = useRefreshBalances()
  const refresh = useRefreshInvitations()
  return useMutation({ mutationFn: backend.invitations.remove, onSettled: () => Promise.all([refreshBalances(), refresh()]) })
}
