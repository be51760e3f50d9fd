import { dayInTimeZone } from '@hudur/core/calendar'
import { useQuery } from '@tanstack/react-query'
import { deviceTimeZone } from '../../device/time-zone.ts'
import { useRead } from './use-call.ts'
import { useServerTime } from './use-device.ts'

const DISK_SPACE_REFRESH_INTERVAL_MS = 5 * 60_000

/** Reads whether the server's disk is nearly full, and its free space in bytes. For administrators. Sends no request unless `isEnabled`. */
export const useDiskSpace = (isEnabled: boolean) =>
  useRead(['installation', 'disk'], ({ installation }) => installation.disk({}), {
    enabled: isEnabled,
    refetchInterval: DISK_SPACE_REFRESH_INTERVAL_MS,
  }).data

/** Reads the settings of the server, which do not change while the page is open. */
const useServerSettings = () =>
  useRead(['installation', 'office'], ({ installation }) => installation.office({}), { staleTime: Number.POSITIVE_INFINITY })

/** Reads the contacts and the hours of the office, which the public page shows too. */
export const useSupportContacts = () => useRead(['installation', 'support'], ({ installation }) => installation.support({}))

/** Returns the origin of URLs in messages to people: the configured public origin, otherwise the origin of this page. */
export const usePublicOrigin = () => useServerSettings().data?.publicOrigin ?? window.location.origin

/** Returns today's date, such as `2027-01-14`, in the server's time zone; until the time zone is loaded, in this device's time zone. */
export function useServerDay() {
  const { data } = useServerSettings()
  const serverTime = useServerTime()
  return dayInTimeZone(data?.timeZone ?? deviceTimeZone(), new Date(serverTime()))
}

/** Reads the calling code that is assumed for telephone numbers without one. `isKnown` is true once the request has ended. */
export function useCallingCode() {
  const settings = useServerSettings()
  return { callingCode: settings.data?.defaultCountry, isKnown: !settings.isPending }
}

/** Returns a telephone number in international form. Returns undefined for an invalid number, and until the parser is loaded. */
export function useInternationalPhone(phone: string): string | undefined {
  const { callingCode, isKnown } = useCallingCode()
  const { data } = useQuery({
    queryKey: ['international-phone', phone, callingCode],
    queryFn: async () => (await import('../../text/international-phone.ts')).toInternationalPhone(phone, callingCode) ?? null,
    enabled: isKnown,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
