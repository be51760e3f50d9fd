import type { contract, InputOf, PendingRegistration } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'
import { useRefreshInvitations } from '../invitations/queries.ts'
import { useMe, useRefreshBalances, usersKey, useSignedIn } from './queries.ts'

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

/** The registrations that wait, oldest first; only an administrator asks. `refetchInterval` in milliseconds. */
export function useRegistrations({ refetchInterval = false }: { refetchInterval?: number | false } = {}) {
  const backend = useBackend()
  const { data: me } = useMe()
  return useQuery({
    queryKey: registrationsKey,
    queryFn: () => backend.accounts.registrations({}),
    enabled: me?.isAdmin === true,
    refetchInterval,
  })
}

export type Verdict = 'approved' | 'rejected'

/** Decides a registration, and writes to whoever registered. A letter that could not be sent changes nothing about the decision. */
export function useDecide() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshUsers = useRefreshBalances()
  return useMutation({
    async mutationFn({ id, verdict }: { id: string; verdict: Verdict }) {
      if (verdict === 'approved') await backend.accounts.approve({ id })
      else await backend.accounts.reject({ id })
      client.setQueryData<PendingRegistration[]>(registrationsKey, waiting => waiting?.filter(registration => registration.id !== id))
      return backend.accounts.notify({ id, type: verdict }).then(
        ({ result }) => result,
        () => 'failed' as const,
      )
    },
    onSettled: () => Promise.all([refreshUsers(), client.invalidateQueries({ queryKey: registrationsKey })]),
  })
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
