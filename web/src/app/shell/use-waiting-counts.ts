import type { User } from '@hudur/core/accounts/contract'
import type { ListPage } from '@hudur/core/endpoint'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { messagesKey, ordersKey, registrationsKey, userRequestsKey } from '../../backend/hooks/use-refresh.ts'

const REFRESH_INTERVAL_MS = 60_000

/** Returns how many items wait for an administrator, by the paths of the screens that list them; 0 for other users. */
export function useWaitingCounts({ isAdmin }: Pick<User, 'isAdmin'>): Record<string, number> {
  const { accounts, messages, requests } = useBackend()
  const orders = useCount(isAdmin, ordersKey, () => requests.orders({ status: 'pending', limit: 1 }))
  const userRequests = useCount(isAdmin, userRequestsKey, () => requests.listAll({ status: 'pending', limit: 1 }))
  return {
    '/orders': orders + userRequests,
    '/messages': useCount(isAdmin, messagesKey, () => messages.list({ status: 'new', limit: 1 })),
    '/apply': useCount(isAdmin, registrationsKey, () => accounts.registrations({ limit: 1 })),
  }
}

/** Reads the total of a list. The key begins with that of the list, so that both are reloaded together. */
const useCount = (enabled: boolean, listKey: QueryKey, readPage: () => Promise<ListPage<unknown>>) =>
  useQuery({
    queryKey: [...listKey, 'waiting'],
    queryFn: async () => (await readPage()).total,
    enabled,
    refetchInterval: REFRESH_INTERVAL_MS,
  }).data ?? 0
