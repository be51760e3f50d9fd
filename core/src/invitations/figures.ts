import { foldSpelling } from '../arabic.ts'
import type { Arrivals } from '../events/contract.ts'
import { type EventFilter, eventKey, eventMatcher } from '../events/rules.ts'
import { groupBy } from '../group-by.ts'
import type { EventStats, Invitation, InvitationStats } from './invitation.ts'
import { countInvitedPeople } from './rules.ts'

/** The starts of the periods of the statistics, as ISO text. */
export type StatsPeriods = { recentSince: string; activeSince: string; weekSince: string }

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const countPeople = (invitations: readonly Invitation[]) => ({
  total: invitations.length,
  scanned: invitations.filter(({ currentScans }) => currentScans > 0).length,
  arrived: sum(invitations.map(({ currentScans, maxScans }) => Math.min(currentScans, maxScans))),
  invited: sum(invitations.map(countInvitedPeople)),
  exceeding: sum(invitations.map(({ currentScans, maxScans }) => Math.max(0, currentScans - maxScans))),
})

/** Returns how many people were admitted, invited, and admitted beyond their invitations, of one event or of all invitations. */
export function countArrivals(invitations: readonly Invitation[], event: EventFilter): Arrivals {
  const { arrived, invited, exceeding } = countPeople(invitations.filter(eventMatcher(event)))
  return { arrived, invited, exceeding }
}

const eventStatsOf = (invitations: readonly Invitation[]): EventStats => ({
  eventId: invitations[0]?.eventId ?? null,
  eventName: invitations.map(({ eventName }) => eventName).sort()[0] ?? '',
  eventDate: invitations[0]?.eventDate ?? '',
  userId: invitations[0]?.userId ?? '',
  ownerName: null,
  ...countPeople(invitations),
  isFinished: invitations.every(invitation => invitation.currentScans >= countInvitedPeople(invitation)),
})

const eventGroupKey = (invitation: Invitation) => invitation.eventId ?? `${eventKey(invitation)}\n${invitation.userId}`

/** Returns the statistics of the invitations; the events with the latest day come first. */
export function computeInvitationStats(
  invitations: readonly Invitation[],
  { recentSince, activeSince, weekSince }: StatsPeriods,
): InvitationStats {
  const invitationsCreatedSince = (since: string) => invitations.filter(({ createdAt }) => createdAt >= since)
  const { total, scanned, arrived, invited } = countPeople(invitations)
  const events = [...groupBy(invitations, eventGroupKey).values()]
    .map(eventStatsOf)
    .sort((a, b) =>
      a.eventDate === b.eventDate ? (foldSpelling(a.eventName) < foldSpelling(b.eventName) ? -1 : 1) : a.eventDate < b.eventDate ? 1 : -1,
    )
  const finishedEvents = events.filter(({ isFinished }) => isFinished).length
  return {
    total,
    scanned,
    unscanned: total - scanned,
    recentGenerated: invitationsCreatedSince(recentSince).length,
    activeEvents: new Set(invitationsCreatedSince(activeSince).map(({ eventName }) => foldSpelling(eventName))).size,
    arrived,
    invited,
    finishedEvents,
    unfinishedEvents: events.length - finishedEvents,
    thisWeek: invitationsCreatedSince(weekSince).length,
    events,
  }
}
