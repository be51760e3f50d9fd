import type { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { ordersKey, userRequestsKey, usersKey } from '../../backend/hooks/use-refresh.ts'
import { newNonce } from '../../device/idempotency-key.ts'

const ownRequestsKey = ['requests', 'own']

export const PAGE_SIZE = 30

type OrderQuery = { search: string; status: OrderStatus | undefined; page: number; enabled: boolean }

/** Reads one page of the orders that match a search and a status, the newest first. An empty search or no status matches all. */
export const useOrders = ({ search, status, page, enabled }: OrderQuery) =>
  usePage({ key: [...ordersKey, 'list', search, status], page, size: PAGE_SIZE, enabled }, ({ requests }, range) =>
    requests.orders({ search, status, ...range }),
  )

export const useOrderCount = () =>
  useRead([...ordersKey, 'count'], async ({ requests }) => (await requests.orders({ limit: 1 })).total).data

/** Counts the pending orders that arrived in a span of time; undefined without a span. */
export const usePendingOrderCount = (span: { from: string; to: string } | undefined) =>
  useRead([...ordersKey, 'count', span], async ({ requests }) => (await requests.orders({ ...span, status: 'pending', limit: 1 })).total, {
    enabled: span !== undefined,
  })

export const useRejectOrders = () => useCall(({ requests }) => requests.rejectOrders, ordersKey)

/** Reads one page of the requests of users, as `useOrders` reads orders. */
export const useUserRequests = ({ search, status, page, enabled }: OrderQuery) =>
  usePage({ key: [...userRequestsKey, 'list', search, status], page, size: PAGE_SIZE, enabled }, ({ requests }, range) =>
    requests.listAll({ search, status, ...range }),
  )

export const useUserRequestCount = () =>
  useRead([...userRequestsKey, 'count'], async ({ requests }) => (await requests.listAll({ limit: 1 })).total).data

export function useUserNames() {
  const backend = useBackend()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    select: users => new Map(users.map(({ id, fullName }) => [id, fullName])),
  })
}

export const useOwnRequests = (page: number) =>
  usePage({ key: ownRequestsKey, page, size: PAGE_SIZE }, ({ requests }, range) => requests.list(range))

/** The statuses that administrators may give to an order or a request in its dialog. */
export const ORDER_STATUS_OPTIONS = ['pending', 'processing', 'completed', 'cancelled'] as const
export const REQUEST_STATUS_OPTIONS: readonly RequestStatus[] = ['pending', 'approved', 'completed', 'rejected']

export const useUpdateOrder = () => useCall(({ requests }) => requests.updateOrder, ordersKey)

export const useUpdateUserRequest = () => useCall(({ requests }) => requests.update, userRequestsKey)

/** Sends a request for invitations. */
export const useCreateRequest = () => useIdempotentCall(newNonce, ({ requests }) => requests.create, ownRequestsKey)
