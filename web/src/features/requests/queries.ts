import type { OrderStatus, RequestStatus } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../backend/use-act.ts'
import { useBackend } from '../../backend/use-backend.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'

const ordersKey = ['requests', 'orders']
const userRequestsKey = ['requests', 'of-users']
const ownKey = ['requests', 'own']

/** How often the menu looks whether something new waits, in milliseconds. */
const LOOK_EVERY = 60_000

/** How many orders or requests a page of a list has. */
export const PAGE_SIZE = 30

const partOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })

type Shown = { status: OrderStatus | undefined; page: number; enabled: boolean }

/** One page of what was ordered on the website, newest first, and how many orders there are of this status. The page before stays until it is there. */
export function useOrders({ status, page, enabled }: Shown) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...ordersKey, 'list', status, page],
    queryFn: () => backend.requests.orders({ status, ...partOf(page) }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

const useOrderCountOptions = (status?: OrderStatus) => {
  const backend = useBackend()
  return { queryKey: [...ordersKey, 'count', status], queryFn: async () => (await backend.requests.orders({ status, limit: 1 })).total }
}

/** How many orders there are in all. */
export function useOrderCount() {
  return useQuery(useOrderCountOptions()).data
}

/** How many orders nobody has looked at, for whom they wait. */
export function useWaitingOrders(isAsked: boolean) {
  return useQuery({ ...useOrderCountOptions('pending'), enabled: isAsked, refetchInterval: LOOK_EVERY }).data
}

/** One page of what users have asked for, in the same way. */
export function useUserRequests({ status, page, enabled }: Shown) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...userRequestsKey, 'list', status, page],
    queryFn: () => backend.requests.listAll({ status, ...partOf(page) }),
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

/** How many requests of users there are in all. */
export function useUserRequestCount() {
  return useQuery(useUserRequestCountOptions()).data
}

/** How many requests of users nobody has decided, for whom they wait. */
export function useWaitingUserRequests(isAsked: boolean) {
  return useQuery({ ...useUserRequestCountOptions('pending'), enabled: isAsked, refetchInterval: LOOK_EVERY }).data
}

/** Everything that was read about orders and requests is asked again. */
export function useRefreshRequests() {
  const client = useQueryClient()
  return () => Promise.all([ordersKey, userRequestsKey].map(queryKey => client.invalidateQueries({ queryKey })))
}

/** One page of one's own requests, newest first, and how many there are. */
export function useOwnRequests(page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...ownKey, page],
    queryFn: () => backend.requests.list(partOf(page)),
    placeholderData: keepPreviousData,
  })
}

/** What an administrator may set of an order from its window. */
export const ORDER_DECISIONS = ['pending', 'processing', 'completed', 'cancelled'] as const
export const REQUEST_DECISIONS: readonly RequestStatus[] = ['pending', 'approved', 'completed', 'rejected']

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

type Wanted = Omit<Parameters<ReturnType<typeof useBackend>['requests']['create']>[0], 'nonce'>

/** Asks for invitations. When nobody answers, the same request sent again carries the same idempotency key, so that it is made once. */
export function useCreateRequest() {
  const backend = useBackend()
  const client = useQueryClient()
  const act = useAct<string>()
  return useMutation({
    mutationFn: (wanted: Wanted) => act(JSON.stringify(wanted), newIdempotencyKey, nonce => backend.requests.create({ ...wanted, nonce })),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
  })
}
