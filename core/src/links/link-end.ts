import { hourOn } from '../calendar.ts'

/** For how many hours after the beginning of its day an event's links work: until the end of the second day after it. */
const HOURS_AFTER_EVENT = 72

/** Returns the moment at which a link ends, in ISO 8601: the chosen one, otherwise the end of the second day after the event. */
export const endOfLink = ({ expiresAt, event }: { expiresAt: string | null; event: { date: string } }, timeZone: string) =>
  expiresAt ?? hourOn(timeZone, event.date, HOURS_AFTER_EVENT).toISOString()

type LinkTimes = { expiresAt: string | null; revokedAt: string | null; event: { date: string } }

/**
 * Returns when a link ended, or a session of it that ended before, with the link's former address. Undefined while it is open.
 */
export function endedAtOf(link: LinkTimes, now: Date, timeZone: string, sessionEndedAt: string | null = null) {
  const ends = [endOfLink(link, timeZone), link.revokedAt ?? [], sessionEndedAt ?? []].flat().sort()
  return ends.find(end => end <= now.toISOString())
}

/** Returns whether a link works. */
export const isLinkOpen = (link: LinkTimes, now: Date, timeZone: string) => endedAtOf(link, now, timeZone) === undefined

/** For how many days after its link has ended a device may upload what happened at its door. */
const UPLOAD_DAYS = 7

/** Returns whether a device may still upload offline scans after its link ended at `endedAt`. */
export const mayUploadAfter = (endedAt: string, now: Date) => now.getTime() - Date.parse(endedAt) < UPLOAD_DAYS * 86_400_000
