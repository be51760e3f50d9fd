import { type contract, type InputOf, type Page, type PendingRegistration, Refusal, Unreachable } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'
import { useRefreshInvitations } from '../invitations/queries.ts'
import { useRefreshBalances, usersKey, useSignedIn } from './queries.ts'

const registrationsKey = ['registrations']
const deletedKey = ['deleted-accounts']

/** Everybody who has an account. */
export function useUsers() {
  const backend = useBackend()
  return useQuery({ queryKey: usersKey, queryFn: () => backend.accounts.list({}) })
}

export function useAddUser() {
  const backend = useBackend()
  const refresh = useRefreshBalances()
  return useMutation({ mutationFn: backend.accounts.create, onSettled: refresh })
}

/** Changes what is given of a user. */
export function useUpdateUser() {
  const backend = useBackend()
  const refresh = useRefreshBalances()
  return useMutation({ mutationFn: backend.accounts.update, onSettled: refresh })
}

/** Deletes a user with everything they made. */
export function useRemoveUser() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshUsers = useRefreshBalances()
  const refreshInvitations = useRefreshInvitations()
  return useMutation({
    mutationFn: backend.accounts.remove,
    onSettled: () => Promise.all([refreshUsers(), refreshInvitations(), client.invalidateQueries({ queryKey: deletedKey })]),
  })
}

/** How many registrations a page of the list has. */
export const REGISTRATIONS_SIZE = 30

/** One page of the registrations that wait, oldest first, and how many wait in all. The page before stays until it is there. */
export function useRegistrations(page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...registrationsKey, 'list', page],
    queryFn: () => backend.accounts.registrations({ limit: REGISTRATIONS_SIZE, offset: (page - 1) * REGISTRATIONS_SIZE }),
    placeholderData: keepPreviousData,
  })
}

/** How often the menu looks whether something new waits, in milliseconds. */
const LOOK_EVERY = 60_000

/** How many registrations wait, for whom they wait. */
export function useWaitingRegistrations(isAsked: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...registrationsKey, 'count'],
    queryFn: async () => (await backend.accounts.registrations({ limit: 1 })).total,
    enabled: isAsked,
    refetchInterval: LOOK_EVERY,
  }).data
}

export type Verdict = 'approved' | 'rejected'

/**
 * Decides a registration, and says what became of the letter to whoever registered. A letter that could not be sent changes nothing about the
 * decision. When nobody answers, it may have been decided: it is asked for once more, and the registration stays in view to be asked for again.
 */
export function useDecide() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshUsers = useRefreshBalances()
  return useMutation({
    retry: (failures, error) => error instanceof Unreachable && failures < 1,
    async mutationFn({ id, verdict }: { id: string; verdict: Verdict }) {
      const notify = async () => (await backend.accounts.notify({ id, type: verdict })).result
      try {
        if (verdict === 'approved') await backend.accounts.approve({ id })
        else await backend.accounts.reject({ id })
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'decided')) throw error
        // By an earlier try whose answer was lost, if it was decided as it is wanted now: then there is a letter about it.
        return notify().catch(() => {
          throw error
        })
      }
      client.setQueriesData<Page<PendingRegistration>>({ queryKey: [...registrationsKey, 'list'] }, list => list && without(list, id))
      return notify().catch(() => 'failed' as const)
    },
    onSettled: (_letter, error) =>
      error instanceof Unreachable ? undefined : Promise.all([refreshUsers(), client.invalidateQueries({ queryKey: registrationsKey })]),
  })
}

const without = ({ rows, total }: Page<PendingRegistration>, id: string) => {
  const others = rows.filter(registration => registration.id !== id)
  return { rows: others, total: total - (rows.length - others.length) }
}

type DeletedQuery = Omit<InputOf<typeof contract.accounts.deletedAccounts>, 'adminId'>

/** One page of the deleted accounts. The page before stays in view until the next one is there. */
export function useDeletedAccounts(which: DeletedQuery) {
  const backend = useBackend()
  const { id } = useSignedIn()
  return useQuery({
    queryKey: [...deletedKey, which],
    queryFn: async () => (await backend.accounts.deletedAccounts({ ...which, adminId: id })).data,
    placeholderData: keepPreviousData,
  })
}
