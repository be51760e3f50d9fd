import type { User } from '@hudur/core'
import { useRegistrations } from '../../features/accounts/office-queries.ts'
import { useNewMessages } from '../../features/messages/queries.ts'
import { useWaitingOrders } from '../../features/requests/queries.ts'

/** How often an open page asks anew, in milliseconds. */
const OFTEN = 60_000

/** How much waits for an administrator, by the path of the screen where it is dealt with. Nobody else is told anything. */
export function useWaiting({ isAdmin }: Pick<User, 'isAdmin'>): Record<string, number> {
  const registrations = useRegistrations({ refetchInterval: OFTEN })
  return {
    '/orders': useWaitingOrders(isAdmin) ?? 0,
    '/messages': useNewMessages(isAdmin) ?? 0,
    '/apply': registrations.data?.length ?? 0,
  }
}
