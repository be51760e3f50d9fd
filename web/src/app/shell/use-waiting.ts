import type { User } from '@hudur/core'
import { useWaitingRegistrations } from '../../features/accounts/office-queries.ts'
import { useNewMessages } from '../../features/messages/queries.ts'
import { useWaitingOrders, useWaitingUserRequests } from '../../features/requests/queries.ts'

/** Returns how much waits for an administrator, by the path of the screen that deals with it. Other users have nothing waiting. */
export function useWaiting({ isAdmin }: Pick<User, 'isAdmin'>): Record<string, number> {
  return {
    '/orders': (useWaitingOrders(isAdmin) ?? 0) + (useWaitingUserRequests(isAdmin) ?? 0),
    '/messages': useNewMessages(isAdmin) ?? 0,
    '/apply': useWaitingRegistrations(isAdmin) ?? 0,
  }
}
