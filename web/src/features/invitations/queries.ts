import { type contract, ID_BYTES, type InputOf, type Invitation, idFrom } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../backend/use-act.ts'
import { useBackend } from '../../backend/use-backend.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { useRefreshBalances } from '../accounts/queries.ts'
import type { InvitationDraft } from './invitation-drafts.ts'
import { eventOfKey } from './reports/owners.ts'

const invitationsKey = ['invitations']

/** Everything that was read about invitations is asked again. */
export function useRefreshInvitations() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: invitationsKey })
}

const toSend = (drafts: readonly InvitationDraft[]) => ({
  nonce: newIdempotencyKey(),
  invitations: drafts.map(draft => ({ id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...draft })),
})

/**
 * Makes these invitations, all or none. When nobody answers, nobody knows whether they were made: the same ones sent again carry the same
 * nonce and ids, so that they are made once.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const refreshBalances = useRefreshBalances()
  const refreshInvitations = useRefreshInvitations()
  const act = useAct<ReturnType<typeof toSend>>()
  return useMutation<Invitation[], Error, readonly InvitationDraft[]>({
    mutationFn: drafts => act(JSON.stringify(drafts), () => toSend(drafts), backend.invitations.create),
    onSettled: () => Promise.all([refreshBalances(), refreshInvitations()]),
  })
}

/** How many invitations a page of the list has. */
export const PAGE_SIZE = 50

/** How many are read at once for a file. */
const READ_AT_ONCE = 1000

export type Filter = NonNullable<InputOf<typeof contract.invitations.list>['filter']>

/** Which invitations are meant; `event` as a `keyOf`, empty for every event. */
export type Which = { search: string; filter: Filter; event: string }

const toAsk = ({ search, filter, event }: Which) => ({ filter, ...(search !== '' && { search }), ...eventOfKey(event) })

/** One page of the invitations within reach, newest first, and how many these are. The page before stays until the next is there. */
export function useInvitations(which: Which, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'list', which, page],
    queryFn: () => backend.invitations.list({ ...toAsk(which), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

/** How many invitations there are in all. */
export function useInvitationCount() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'count'],
    queryFn: async () => (await backend.invitations.list({ limit: 1 })).total,
  }).data
}

/** The figures of everything within reach, and of each event. */
export function useStats() {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'stats'], queryFn: () => backend.invitations.stats({}) })
}

/** The newest invitations, so many. */
export function useRecentInvitations(limit: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'recent', limit],
    queryFn: async () => (await backend.invitations.list({ limit })).rows,
  })
}

/** Reads all of these in pages; one that moved to the next page meanwhile comes once. */
export function useReadInvitations() {
  const backend = useBackend()
  return async function* (which: Which) {
    const seen = new Set<string>()
    for (let offset = 0; ; offset += READ_AT_ONCE) {
      const { rows, total } = await backend.invitations.list({ ...toAsk(which), limit: READ_AT_ONCE, offset })
      yield { rows: rows.filter(({ id }) => !seen.has(id) && seen.add(id)), total }
      if (offset + rows.length >= total || rows.length === 0) return
    }
  }
}

export function useUpdateInvitation() {
  const backend = useBackend()
  const refresh = useRefreshInvitations()
  return useMutation({ mutationFn: backend.invitations.update, onSettled: refresh })
}

/** Deletes an invitation; its credit may come back to its owner's balance. */
export function useRemoveInvitation() {
  const backend = useBackend()
  const refreshBalances = useRefreshBalances()
  const refresh = useRefreshInvitations()
  return useMutation({ mutationFn: backend.invitations.remove, onSettled: () => Promise.all([refreshBalances(), refresh()]) })
}
