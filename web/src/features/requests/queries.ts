import { Refusal, type RequestStatus } from '@hudur/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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

/** The names of users by their ids, as requests are told with. */
export function useUserNames() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['users'],
    queryFn: () => backend.accounts.list({}),
    select: users => new Map(users.map(({ id, fullName }) => [id, fullName])),
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

/** Asks for invitations. When nobody answers, the same request sent again carries the same nonce, so that it is made once. */
export function useCreateRequest() {
  const backend = useBackend()
  const client = useQueryClient()
  const unanswered = useRef<{ wanted: string; nonce: string }>(undefined)
  return useMutation({
    async mutationFn(wanted: Wanted) {
      const key = JSON.stringify(wanted)
      if (unanswered.current?.wanted !== key) unanswered.current = { wanted: key, nonce: newNonce() }
      const made = await backend.requests.create({ ...wanted, nonce: unanswered.current.nonce })
      unanswered.current = undefined
      return made
    },
    onError(error) {
      if (error instanceof Refusal) unanswered.current = undefined
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
  })
}
