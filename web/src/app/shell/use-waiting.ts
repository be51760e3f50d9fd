import { useRegistrations } from '../../features/accounts/office-queries.ts'

/** How often an open page asks anew, in milliseconds. */
const OFTEN = 60_000

/** How much waits for an administrator, by the path of the screen where it is dealt with. Nobody else is told anything. */
export function useWaiting(): Record<string, number> {
  const registrations = useRegistrations({ refetchInterval: OFTEN })
  return { '/apply': registrations.data?.length ?? 0 }
}
