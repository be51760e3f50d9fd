import { momentOfHour } from '../calendar.ts'

/** How many hours after the beginning of an event's day the event's links expire: at the end of the second day after it. */
const LINK_EXPIRY_HOURS = 72

/** Returns when a link ends, in ISO 8601: at the chosen time, otherwise at the end of the second day after the event. */
export const linkEndsAt = ({ expiresAt, event }: { expiresAt: string | null; event: { date: string } }, timeZone: string) =>
  expiresAt ?? momentOfHour(timeZone, event.date, LINK_EXPIRY_HOURS).toISOString()

type LinkTimes = { expiresAt: string | null; revokedAt: string | null; event: { date: string } }

/** Returns when a link ended, or earlier the session of a device because of a reissue; undefined while the link is open. */
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
