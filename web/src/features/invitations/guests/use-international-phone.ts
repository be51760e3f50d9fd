import { useQuery } from '@tanstack/react-query'
import { useCallingCode } from '../../settings/queries.ts'

/**
 * Returns a telephone number in international form, as messengers take it; undefined for one that is none, and until the parser, which is
 * loaded only for this, has read it.
 */
export function useInternationalPhone(phone: string): string | undefined {
  const { callingCode, isKnown } = useCallingCode()
  const { data } = useQuery({
    queryKey: ['international-phone', phone, callingCode],
    queryFn: async () => (await import('./phone.ts')).internationalPhone(phone, callingCode) ?? null,
    enabled: isKnown,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
