import type { User } from '@hudur/core'
import { useWaitingRegistrations } from '../../features/accounts/administration-queries.ts'
import { useNewMessages } from '../../features/messages/queries.ts'
import { useWaitingOrders, useWaitingUserRequests } from '../../features/requests/queries.ts'

/**
 * Returns the numbers of orders and requests, messages and registrations that wait for an administrator, by the path of the screen that
 * lists them; 0 for other users.
 */
export function useWaiting({ isAdmin }: Pick<User, 'isAdmin'>): Record<string, number> {
  return {
    '/orders': (useWaitingOrders(isAdmin) ?? 0) + (useWaitingUserRequests(isAdmin) ?? 0),
    '/messages': useNewMessages(isAdmin) ?? 0,
    '/apply': useWaitingRegistrations(isAdmin) ?? 0,
  }
}
