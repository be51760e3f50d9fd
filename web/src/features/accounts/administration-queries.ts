import type { PendingRegistration } from '@hudur/core/accounts/contract'
import type { contract } from '@hudur/core/contract'
import type { Endpoint, EndpointInput, ListPage } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { balanceKeys, invitationsKey, registrationsKey, useRefresh, usersKey } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { newNonce } from '../../device/idempotency-key.ts'

const deletedAccountsKey = ['deleted-accounts']

/** Reads all accounts. */
export const useUsers = ({ enabled = true } = {}) => useRead(usersKey, ({ accounts }) => accounts.list({}), { enabled })

export const USERS_PAGE_SIZE = 30

/** Reads one page of the accounts that match a filter. */
export const useFoundUsers = (filter: Filter<typeof contract.accounts.search>, page: number) =>
  usePage({ key: [...usersKey, 'found', filter], page, size: USERS_PAGE_SIZE }, ({ accounts }, range) =>
    accounts.search({ ...filter, ...range }),
  )

/** The filters of the list of accounts. */
export type UserFilters = Omit<Filter<typeof contract.accounts.search>, 'sort'>

/** Returns a function that reads a part of the accounts that match a filter. */
export function useReadUsers(filter: UserFilters) {
  const { accounts } = useBackend()
  return (page: { limit: number; offset: number }) => accounts.search({ ...filter, ...page })
}

/** Deletes selected accounts. */
export const useRemoveUsers = () => useCall(({ accounts }) => accounts.removeMany, ...balanceKeys, invitationsKey, deletedAccountsKey)

export const useUserCount = () => useRead([...usersKey, 'count'], async ({ accounts }) => (await accounts.search({ limit: 1 })).total).data

export const useAddUser = () => useCall(({ accounts }) => accounts.create, ...balanceKeys)

export const useUpdateUser = () => useCall(({ accounts }) => accounts.update, ...balanceKeys)

/** The first part of the keys of queries about ledgers. */
const creditsKey = ['credits']

/** Reads the newest `limit` entries of a user's ledger. The entries so far stay visible while more are read. */
export const useCredits = (userId: string, limit: number) =>
  useRead([...creditsKey, userId, limit], ({ accounts }) => accounts.credits({ userId, limit }), { placeholderData: keepPreviousData })

export const useGrantCredits = () => useIdempotentCall(newNonce, ({ accounts }) => accounts.grantCredits, ...balanceKeys, creditsKey)

export const useRemoveUser = () => useCall(({ accounts }) => accounts.remove, ...balanceKeys, invitationsKey, deletedAccountsKey)

export const REGISTRATIONS_PAGE_SIZE = 30

type Filter<E extends Endpoint> = Omit<EndpointInput<E>, 'limit' | 'offset'>

/** Reads one page of the registrations that match a filter. */
export const useRegistrations = (filter: Filter<typeof contract.accounts.registrations>, page: number) =>
  usePage({ key: [...registrationsKey, 'list', filter], page, size: REGISTRATIONS_PAGE_SIZE }, ({ accounts }, range) =>
    accounts.registrations({ ...filter, ...range }),
  )

/** Returns a function that reads a part of the pending registrations that match a filter. */
export function useReadRegistrations(filter: Filter<typeof contract.accounts.registrations>) {
  const { accounts } = useBackend()
  return (page: { limit: number; offset: number }) => accounts.registrations({ ...filter, ...page })
}

/** Approves or rejects selected registrations. */
export const useDecideRegistrations = () => useCall(({ accounts }) => accounts.decideMany, ...balanceKeys, registrationsKey)

/** Counts all pending registrations. */
export const usePendingRegistrationCount = () =>
  useRead([...registrationsKey, 'count'], async ({ accounts }) => (await accounts.registrations({ limit: 1 })).total).data

/** Counts the pending registrations that arrived in a span of time; undefined without a span. */
export const useRegistrationCount = (span: { from: string; to: string } | undefined) =>
  useRead([...registrationsKey, 'count', span], async ({ accounts }) => (await accounts.registrations({ ...span, limit: 1 })).total, {
    enabled: span !== undefined,
  })

export const useRejectRegistrations = () => useCall(({ accounts }) => accounts.rejectRegistrations, registrationsKey)

export type RegistrationVerdict = 'approved' | 'rejected'

/**
 * Approves or rejects a registration, and returns the state of the e-mail to the applicant. If no response arrives, the server may have
 * stored the decision. It is then requested once more, and the registration stays listed, so that the user can try again.
 */
export function useDecideRegistration() {
  const backend = useBackend()
  const client = useQueryClient()
  const refresh = useRefresh(...balanceKeys, registrationsKey)
  return useMutation({
    retry: (failures, error) => error instanceof UnreachableError && failures < 1,
    async mutationFn({ id, verdict }: { id: string; verdict: RegistrationVerdict }) {
      const notifyApplicant = async () => (await backend.accounts.notify({ id, type: verdict })).result
      try {
        if (verdict === 'approved') await backend.accounts.approve({ id })
        else await backend.accounts.reject({ id })
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'decided')) throw error
        // An earlier request whose response was lost may have made the same decision. The server then reports its e-mail.
        return notifyApplicant().catch(() => {
          throw error
        })
      }
      client.setQueriesData<ListPage<PendingRegistration>>(
        { queryKey: [...registrationsKey, 'list'] },
        list => list && withoutRegistration(list, id),
      )
      return notifyApplicant().catch(() => 'failed' as const)
    },
    onSettled: (_mailStatus, error) => (error instanceof UnreachableError ? undefined : refresh()),
  })
}

const withoutRegistration = ({ rows, total }: ListPage<PendingRegistration>, id: string) => {
  const others = rows.filter(registration => registration.id !== id)
  return { rows: others, total: total - (rows.length - others.length) }
}

type DeletedAccountsQuery = Omit<EndpointInput<typeof contract.accounts.deletedAccounts>, 'adminId'>

/** Reads one page of the deleted accounts. The previous page stays visible until the next one has arrived. */
export function useDeletedAccounts(query: DeletedAccountsQuery) {
  const { id: adminId } = useSignedInUser()
  return useRead([...deletedAccountsKey, query], async ({ accounts }) => (await accounts.deletedAccounts({ ...query, adminId })).data, {
    placeholderData: keepPreviousData,
  })
}
