import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'

/** Reads the support contact that the owner has set. */
export function useSupport() {
  const backend = useBackend()
  return useQuery({ queryKey: ['connection', 'support'], queryFn: () => backend.connection.support({}) })
}

/** How often the server's disk is checked, in milliseconds. */
const LOOK_AT_DISK = 5 * 60_000

/** Reads whether the server's disk is nearly full, and its free space in bytes; only if `isAsked`, for administrators. */
export function useDisk(isAsked: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['connection', 'disk'],
    queryFn: () => backend.connection.disk({}),
    enabled: isAsked,
    refetchInterval: LOOK_AT_DISK,
  }).data
}

/**
 * Reads the calling code for numbers without one. `isKnown` is true once the request has ended; if no answer arrived, `callingCode` stays
 * undefined.
 */
export function useCallingCode() {
  const backend = useBackend()
  const office = useQuery({
    queryKey: ['connection', 'office'],
    queryFn: () => backend.connection.office({}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { callingCode: office.data?.defaultCountry, isKnown: !office.isPending }
}
