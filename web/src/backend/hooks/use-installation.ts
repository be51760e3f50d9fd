import { dayInTimeZone } from '@hudur/core/calendar'
import type { EventDetails } from '@hudur/core/events/contract'
import { hasBegun, isEventOfToday, isOver } from '@hudur/core/events/night'
import { useQuery } from '@tanstack/react-query'
import { deviceTimeZone } from '../../device/time-zone.ts'
import { useRead } from './use-call.ts'
import { useServerTime } from './use-device.ts'

const WARNINGS_REFRESH_INTERVAL_MS = 5 * 60_000

/** Reads the warnings about the server, which only administrators may read. Sends no request unless `isEnabled`. */
export const useServerWarnings = (isEnabled: boolean) =>
  useRead(['installation', 'warnings'], ({ installation }) => installation.warnings({}), {
    enabled: isEnabled,
    refetchInterval: WARNINGS_REFRESH_INTERVAL_MS,
  }).data

/** Reads the settings of the server, which do not change while the page is open. */
const useServerSettings = () =>
  useRead(['installation', 'office'], ({ installation }) => installation.office({}), { staleTime: Number.POSITIVE_INFINITY })

/** Reads the contacts and the hours of the office, which the public page shows too. */
export const useSupportContacts = () => useRead(['installation', 'support'], ({ installation }) => installation.support({}))

/** Returns the origin of URLs in messages to people: the configured public origin, otherwise the origin of this page. */
export const usePublicOrigin = () => useServerSettings().data?.publicOrigin ?? window.location.origin

/** Returns which messages besides invitations the office's WhatsApp number sends; undefined where the office has none, and until it is known. */
export const useOfficeWhatsApp = () => useServerSettings().data?.whatsapp

/** Returns the server's time zone; until it is loaded, that of this device. */
const useServerTimeZone = () => useServerSettings().data?.timeZone ?? deviceTimeZone()

/** Returns today's date, such as `2027-01-14`, in the server's time zone; until the time zone is loaded, in this device's time zone. */
export function useServerDay() {
  const timeZone = useServerTimeZone()
  const serverTime = useServerTime()
  return dayInTimeZone(timeZone, new Date(serverTime()))
}

/** Returns today's date as `useServerDay` does; until 6:00 it returns `eventDay` if that is yesterday, because the event still takes place. */
export function useServerDayAt(eventDay: string) {
  const timeZone = useServerTimeZone()
  const today = useServerDay()
  const serverTime = useServerTime()
  return isEventOfToday(eventDay, new Date(serverTime()), moment => dayInTimeZone(timeZone, moment)) ? eventDay : today
}

/** Returns whether an event has begun, and whether its night is over, so that its guests can be thanked. */
export function useEventPhase(event: Pick<EventDetails, 'date' | 'startsAt'>) {
  const timeZone = useServerTimeZone()
  const serverTime = useServerTime()
  const now = new Date(serverTime())
  return { hasBegun: hasBegun(event, now, timeZone), isOver: isOver(event, now, timeZone) }
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
