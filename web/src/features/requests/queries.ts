import type { ListSort } from '@hudur/core/inputs'
import type { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { eventsKey, ordersKey, userRequestsKey, usersKey } from '../../backend/hooks/use-refresh.ts'
import { newNonce } from '../../device/idempotency-key.ts'

const ownRequestsKey = ['requests', 'own']

export const PAGE_SIZE = 30

/** The account whose orders are listed, or the event that was prepared from an order. */
export type OrderOrigin = { userId?: string | undefined; eventId?: string | undefined }
type OrderFilter = { search: string; status: OrderStatus | undefined; from: string | undefined; to: string | undefined; sort: ListSort }
type OrderQuery = OrderFilter & { page: number; enabled: boolean }

/** Reads one page of the orders that match a filter. An empty search, no status, no time and no origin match all. */
export const useOrders = ({ page, enabled, ...filter }: OrderQuery & OrderOrigin) =>
  usePage({ key: [...ordersKey, 'list', filter], page, size: PAGE_SIZE, enabled }, ({ requests }, range) =>
    requests.orders({ ...filter, ...range }),
  )

/** Returns functions that read a part of the orders, and of the requests of users, that match a filter. */
export function useReadOrders(filter: Omit<OrderFilter, 'sort'>, origin: OrderOrigin) {
  const { requests } = useBackend()
  return {
    website: (page: { limit: number; offset: number }) => requests.orders({ ...filter, ...origin, ...page }),
    users: (page: { limit: number; offset: number }) => requests.listAll({ ...filter, ...page }),
  }
}

/** Sets the status of selected orders, and of selected requests of users. */
export const useUpdateOrders = () => useCall(({ requests }) => requests.updateOrders, ordersKey)
export const useUpdateUserRequests = () => useCall(({ requests }) => requests.updateMany, userRequestsKey)

export const useOrderCount = () =>
  useRead([...ordersKey, 'count'], async ({ requests }) => (await requests.orders({ limit: 1 })).total).data

/** Counts the pending orders that arrived in a span of time; undefined without a span. */
export const usePendingOrderCount = (span: { from: string; to: string } | undefined) =>
  useRead([...ordersKey, 'count', span], async ({ requests }) => (await requests.orders({ ...span, status: 'pending', limit: 1 })).total, {
    enabled: span !== undefined,
  })

export const useRejectOrders = () => useCall(({ requests }) => requests.rejectOrders, ordersKey)

/** Reads one page of the requests of users, as `useOrders` reads orders. */
export const useUserRequests = ({ page, enabled, ...filter }: OrderQuery) =>
  usePage({ key: [...userRequestsKey, 'list', filter], page, size: PAGE_SIZE, enabled }, ({ requests }, range) =>
    requests.listAll({ ...filter, ...range }),
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

/** Reads the e-mail address of a user; null without one and while it is unknown. */
export function useEmailOf(userId: string | undefined) {
  const backend = useBackend()
  const isUser = userId !== undefined
  const email = useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    enabled: isUser,
    select: users => users.find(({ id }) => id === userId)?.email ?? null,
  }).data
  return email ?? null
}

export const useOwnRequests = (page: number) =>
  usePage({ key: ownRequestsKey, page, size: PAGE_SIZE }, ({ requests }, range) => requests.list(range))

/** The statuses that administrators may give to an order or a request in its dialog. */
export const ORDER_STATUS_OPTIONS = ['pending', 'processing', 'completed', 'cancelled'] as const
export const REQUEST_STATUS_OPTIONS: readonly RequestStatus[] = ['pending', 'approved', 'completed', 'rejected']

export const useUpdateOrder = () => useCall(({ requests }) => requests.updateOrder, ordersKey)

export const useUpdateUserRequest = () => useCall(({ requests }) => requests.update, userRequestsKey)

/** Reads what has been done for the customer of an order. Only orders that the office has accepted have such a dialog. */
export const useOrderAccount = (id: string) => useRead([...ordersKey, 'account', id], ({ requests }) => requests.account({ id }))

/** Opens the account of an order's customer, or does what is missing. A repeat makes a new link. */
export const useOpenAccount = () => useCall(({ requests }) => requests.openAccount, ordersKey, usersKey, eventsKey)

/** Reads the packages that the office offers. */
export const useOfferedPackages = () =>
  useRead(['sales', 'packages'], async ({ sales }) => (await sales.packages({})).filter(({ isArchived }) => !isArchived))

/** The most events on the first screen of a user. */
const FIRST_EVENTS = 3

/** Reads the next events of the signed-in user. */
export const useComingEvents = () =>
  useRead([...eventsKey, 'first-screen'], async ({ events }) => (await events.list({ filter: 'coming', limit: FIRST_EVENTS })).rows)

/** Sends a request for invitations. */
export const useCreateRequest = () => useIdempotentCall(newNonce, ({ requests }) => requests.create, ownRequestsKey)
