import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'

/** Where people find help: the owner's words. */
export function useSupport() {
  const backend = useBackend()
  return useQuery({ queryKey: ['connection', 'support'], queryFn: () => backend.connection.support({}) })
}

/** How often it is looked whether the server's disk has room, in milliseconds. */
const LOOK_AT_DISK = 5 * 60_000

/** Whether the server's disk is nearly full, and what is free in bytes; for administrators. */
export function useDisk(isAsked: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['connection', 'disk'],
    queryFn: () => backend.connection.disk({}),
    enabled: isAsked,
    refetchInterval: LOOK_AT_DISK,
  }).data
}

/** The calling code this office takes for granted, and whether that is decided: it stays unknown where nobody answered. */
export function useCallingCode() {
  const backend = useBackend()
  const office = useQuery({
    queryKey: ['connection', 'office'],
    queryFn: () => backend.connection.office({}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { callingCode: office.data?.defaultCountry, isKnown: !office.isPending }
}
