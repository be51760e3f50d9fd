import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'

/** Where people find help: the owner's words. */
export function useSupport() {
  const backend = useBackend()
  return useQuery({ queryKey: ['connection', 'support'], queryFn: () => backend.connection.support({}) })
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
