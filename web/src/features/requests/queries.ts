import type { OrderStatus, RequestStatus } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'

const ordersKey = ['requests', 'orders']
const userRequestsKey = ['requests', 'of-users']
const ownRequestsKey = ['requests', 'own']

/** The interval at which the menu reads the numbers of pending orders and requests, in milliseconds. */
const COUNT_REFRESH_INTERVAL_MS = 60_000

/** The number of orders or requests on a page of a list. */
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

const useOrderCountOptions = (status?: OrderStatus) => {
  const backend = useBackend()
  return { queryKey: [...ordersKey, 'count', status], queryFn: async () => (await backend.requests.orders({ status, limit: 1 })).total }
}

/** Reads the number of all orders. */
export function useOrderCount() {
  return useQuery(useOrderCountOptions()).data
}

/** Reads the number of pending orders. Sends no request unless `isEnabled`. */
export function usePendingOrderCount(isEnabled: boolean) {
  return useQuery({ ...useOrderCountOptions('pending'), enabled: isEnabled, refetchInterval: COUNT_REFRESH_INTERVAL_MS }).data
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

const useUserRequestCountOptions = (status?: RequestStatus) => {
  const backend = useBackend()
  return {
    queryKey: [...userRequestsKey, 'count', status],
    queryFn: async () => (await backend.requests.listAll({ status, limit: 1 })).total,
  }
}

/** Reads the number of all requests of users. */
export function useUserRequestCount() {
  return useQuery(useUserRequestCountOptions()).data
}

/** Reads the number of pending requests of users. Sends no request unless `isEnabled`. */
export function usePendingUserRequestCount(isEnabled: boolean) {
  return useQuery({ ...useUserRequestCountOptions('pending'), enabled: isEnabled, refetchInterval: COUNT_REFRESH_INTERVAL_MS }).data
}

/** Returns a function that reloads the administrators' queries about orders and about requests of users. */
export function useRefreshRequests() {
  const client = useQueryClient()
  return () => Promise.all([ordersKey, userRequestsKey].map(queryKey => client.invalidateQueries({ queryKey })))
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
  const client = useQueryClient()
  return useMutation({ mutationFn: backend.requests.updateOrder, onSettled: () => client.invalidateQueries({ queryKey: ordersKey }) })
}

export function useUpdateUserRequest() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({ mutationFn: backend.requests.update, onSettled: () => client.invalidateQueries({ queryKey: userRequestsKey }) })
}

type RequestFields = Omit<Parameters<ReturnType<typeof useBackend>['requests']['create']>[0], 'nonce'>

/**
 * Sends a request for invitations. If no response arrives, sending the same request again carries the same idempotency key, so that the
 * server creates it once.
 */
export function useCreateRequest() {
  const backend = useBackend()
  const client = useQueryClient()
  const sendOnce = useIdempotentRequest<string>()
  return useMutation({
    mutationFn: (wanted: RequestFields) =>
      sendOnce(JSON.stringify(wanted), newIdempotencyKey, nonce => backend.requests.create({ ...wanted, nonce })),
    onSettled: () => client.invalidateQueries({ queryKey: ownRequestsKey }),
  })
}
