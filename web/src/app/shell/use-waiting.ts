import type { User } from '@hudur/core'
import { usePendingRegistrationCount } from '../../features/accounts/administration-queries.ts'
import { useUnreadMessageCount } from '../../features/messages/queries.ts'
import { usePendingOrderCount, usePendingUserRequestCount } from '../../features/requests/queries.ts'

/**
 * Returns how many orders and requests, messages, and registrations wait for an administrator. The keys are the paths of the screens that
 * list them; the numbers are 0 for other users.
 */
export function useWaitingCounts({ isAdmin }: Pick<User, 'isAdmin'>): Record<string, number> {
  return {
    '/orders': (usePendingOrderCount(isAdmin) ?? 0) + (usePendingUserRequestCount(isAdmin) ?? 0),
    '/messages': useUnreadMessageCount(isAdmin) ?? 0,
    '/apply': usePendingRegistrationCount(isAdmin) ?? 0,
  }
}
