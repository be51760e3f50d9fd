import type { RequestStatus } from '@hudur/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../backend/use-act.ts'
import { useBackend } from '../../backend/use-backend.ts'
import { newNonce } from '../../device/nonce.ts'

const ordersKey = ['requests', 'orders']
const userRequestsKey = ['requests', 'of-users']
const ownKey = ['requests', 'own']

/** How often the menu looks whether something new waits, in milliseconds. */
const LOOK_EVERY = 60_000

const useOrdersOptions = () => {
  const backend = useBackend()
  return { queryKey: ordersKey, queryFn: () => backend.requests.orders({}) }
}

/** What was ordered on the website, newest first. */
export function useOrders() {
  return useQuery(useOrdersOptions())
}

/** How many orders nobody has looked at, for whom they wait. */
export function useWaitingOrders(isAsked: boolean) {
  const { data } = useQuery({
    ...useOrdersOptions(),
    enabled: isAsked,
    refetchInterval: LOOK_EVERY,
    select: orders => orders.filter(({ status }) => status === 'pending').length,
  })
  return data
}

/** What users have asked for, newest first. */
export function useUserRequests() {
  const backend = useBackend()
  return useQuery({ queryKey: userRequestsKey, queryFn: () => backend.requests.listAll({}) })
}

/** One's own requests, newest first. */
export function useOwnRequests() {
  const backend = useBackend()
  return useQuery({ queryKey: ownKey, queryFn: () => backend.requests.list({}) })
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

/** Asks for invitations. When nobody answers, the same request sent again carries the same nonce, so that it is made once. */
export function useCreateRequest() {
  const backend = useBackend()
  const client = useQueryClient()
  const act = useAct<string>()
  return useMutation({
    mutationFn: (wanted: Wanted) => act(JSON.stringify(wanted), newNonce, nonce => backend.requests.create({ ...wanted, nonce })),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
  })
}
