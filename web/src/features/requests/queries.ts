import type { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { eventsKey, ordersKey, userRequestsKey, usersKey } from '../../backend/hooks/use-refresh.ts'
import { newNonce } from '../../device/idempotency-key.ts'

const ownRequestsKey = ['requests', 'own']

export const PAGE_SIZE = 30

type OrderQuery = { search: string; status: OrderStatus | undefined; page: number; enabled: boolean }
/** The account whose orders are listed, or the event that was prepared from an order. */
export type OrderOrigin = { userId?: string | undefined; eventId?: string | undefined }

/**
 * Reads one page of the orders that match a search, a status and an origin, the newest first. An empty search, no status or no origin
 * matches all.
 */
export const useOrders = ({ search, status, page, enabled, userId, eventId }: OrderQuery & OrderOrigin) =>
  usePage({ key: [...ordersKey, 'list', search, status, userId, eventId], page, size: PAGE_SIZE, enabled }, ({ requests }, range) =>
    requests.orders({ search, status, userId, eventId, ...range }),
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
