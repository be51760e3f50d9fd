import { momentOfHour } from '../calendar.ts'

/** How many hours after the beginning of an event's day the event's links expire: at the end of the second day after it. */
const LINK_EXPIRY_HOURS = 72

/** How many days after its event a link may last at most. Links with a later chosen time were stored before there was a maximum. */
const MAX_DAYS_AFTER_EVENT = 90

/** Returns the latest time at which a link to an event on this day may end, in ISO 8601: the end of the 90th day after it. */
export const latestLinkEnd = (eventDate: string, timeZone: string) =>
  momentOfHour(timeZone, eventDate, (MAX_DAYS_AFTER_EVENT + 1) * 24).toISOString()

/**
 * Returns when a link ends, in ISO 8601: at the chosen time, but at most 90 days after the event; without a chosen time at the end of the
 * second day after the event.
 */
export function linkEndsAt({ expiresAt, event }: { expiresAt: string | null; event: { date: string } }, timeZone: string) {
  if (expiresAt === null) return momentOfHour(timeZone, event.date, LINK_EXPIRY_HOURS).toISOString()
  const latest = latestLinkEnd(event.date, timeZone)
  return expiresAt < latest ? expiresAt : latest
}

type LinkTimes = { expiresAt: string | null; revokedAt: string | null; event: { date: string } }

/**
 * Returns when a link ended, or when a reissue ended the session of its device, whichever was earlier; undefined while the link is open.
 */
export function linkEndedAt(link: LinkTimes, now: Date, timeZone: string, sessionEndedAt: string | null = null) {
  const ends = [linkEndsAt(link, timeZone), link.revokedAt ?? [], sessionEndedAt ?? []].flat().sort()
  return ends.find(end => end <= now.toISOString())
}

export const isLinkOpen = (link: LinkTimes, now: Date, timeZone: string) => linkEndedAt(link, now, timeZone) === undefined

/** How many days after the end of its link a device may upload offline scans. */
const UPLOAD_DAYS_AFTER_LINK_END = 7

/** Returns whether a device may still upload offline scans after its link ended at `endedAt`. */
export const mayUploadAfterLinkEnd = (endedAt: string, now: Date) =>
  now.getTime() - Date.parse(endedAt) < UPLOAD_DAYS_AFTER_LINK_END * 86_400_000
