import { hourOn } from '../calendar.ts'

/** For how many hours after the beginning of its day an event's links work: until the end of the second day after it. */
const HOURS_AFTER_EVENT = 72

/** Returns the moment at which a link ends, in ISO 8601: the chosen one, otherwise the end of the second day after the event. */
export const endOfLink = ({ expiresAt, event }: { expiresAt: string | null; event: { date: string } }, timeZone: string) =>
  expiresAt ?? hourOn(timeZone, event.date, HOURS_AFTER_EVENT).toISOString()

/** Returns whether a link works. */
export const isLinkOpen = (
  link: { expiresAt: string | null; revokedAt: string | null; event: { date: string } },
  now: Date,
  timeZone: string,
) => link.revokedAt === null && now.toISOString() < endOfLink(link, timeZone)
