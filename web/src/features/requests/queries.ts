import type { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { ordersKey, useRefresh, userRequestsKey, usersKey } from '../../backend/hooks/use-refresh.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'

const ownRequestsKey = ['requests', 'own']

export const PAGE_SIZE = 30

const pageRange = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })

type OrderQuery = { status: OrderStatus | undefined; page: number; enabled: boolean }

/**
 * Reads one page of the orders of a status, or of all orders if `status` is undefined, newest first, with their total number. The previous
 * page stays visible until the next one has arrived.
 */
export function useOrders({ status, page, enabled }: OrderQuery) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...ordersKey, 'list', status, page],
    queryFn: () => backend.requests.orders({ status, ...pageRange(page) }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useOrderCount() {
  const backend = useBackend()
  return useQuery({ queryKey: [...ordersKey, 'count'], queryFn: async () => (await backend.requests.orders({ limit: 1 })).total }).data
}

/** Reads one page of the requests of users, as `useOrders` reads orders. */
export function useUserRequests({ status, page, enabled }: OrderQuery) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...userRequestsKey, 'list', status, page],
    queryFn: () => backend.requests.listAll({ status, ...pageRange(page) }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useUserRequestCount() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...userRequestsKey, 'count'],
    queryFn: async () => (await backend.requests.listAll({ limit: 1 })).total,
  }).data
}

export function useUserNames() {
  const backend = useBackend()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    select: users => new Map(users.map(({ id, fullName }) => [id, fullName])),
  })
}

/** Reads one page of the signed-in user's requests, newest first, with their total number. */
export function useOwnRequests(page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...ownRequestsKey, page],
    queryFn: () => backend.requests.list(pageRange(page)),
    placeholderData: keepPreviousData,
  })
}

/** The statuses that administrators may give to an order or a request in its dialog. */
export const ORDER_STATUS_OPTIONS = ['pending', 'processing', 'completed', 'cancelled'] as const
export const REQUEST_STATUS_OPTIONS: readonly RequestStatus[] = ['pending', 'approved', 'completed', 'rejected']

export function useUpdateOrder() {
  const backend = useBackend()
  return useMutation({ mutationFn: backend.requests.updateOrder, onSettled: useRefresh(ordersKey) })
}

export function useUpdateUserRequest() {
  const backend = useBackend()
  return useMutation({ mutationFn: backend.requests.update, onSettled: useRefresh(userRequestsKey) })
}

type RequestFields = Omit<Parameters<ReturnType<typeof useBackend>['requests']['create']>[0], 'nonce'>

/**
 * Sends a request for invitations. If no response arrives, sending the same request again carries the same idempotency key, so that the
 * server creates it once.
 */
export function useCreateRequest() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<string>()
  return useMutation({
    mutationFn: (wanted: RequestFields) =>
      sendOnce(JSON.stringify(wanted), newIdempotencyKey, nonce => backend.requests.create({ ...wanted, nonce })),
    onSettled: useRefresh(ownRequestsKey),
  })
}
