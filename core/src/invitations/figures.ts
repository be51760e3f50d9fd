import { foldSpelling } from '../arabic.ts'
import { type Arrivals, type EventDetails, TOLD_FACTS } from '../events/contract.ts'
import { type EventFilter, eventKey, eventMatcher } from '../events/rules.ts'
import { groupBy } from '../group-by.ts'
import type { EventStats, Invitation, InvitationStats } from './invitation.ts'
import {
  canBeGivenAway,
  canBeThanked,
  countInvitedPeople,
  expectedGuests,
  filterValidInvitations,
  insideOf,
  isUnscanned,
  isUnsent,
  mustBeTold,
  presentAnswer,
} from './rules.ts'
import { changedFacts } from './told.ts'

/** The starts of the periods of the statistics, as ISO text. */
export type StatsPeriods = { recentSince: string; activeSince: string; weekSince: string }

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Counts invitations, those of them that have admitted somebody (`scanned`), and their people. */
export const countPeople = (invitations: readonly Invitation[]) => ({
  total: invitations.length,
  scanned: invitations.filter(({ currentScans }) => currentScans > 0).length,
  arrived: sum(invitations.map(({ currentScans, maxScans }) => Math.min(currentScans, maxScans))),
  invited: sum(invitations.map(countInvitedPeople)),
  exceeding: sum(invitations.map(({ currentScans, maxScans }) => Math.max(0, currentScans - maxScans))),
})

export type PeopleCounts = ReturnType<typeof countPeople>

/** Counts the invitations and people of each side or table, in no order. Those of guests without one are under an empty name. */
export const countPeopleBy = (field: 'side' | 'table', invitations: readonly Invitation[]): (PeopleCounts & { name: string })[] =>
  [...groupBy(invitations, one => foldSpelling(one[field] ?? '')).values()].map(some => ({
    name: some[0]?.[field] ?? '',
    ...countPeople(some),
  }))

/** Counts the sent marks and the answers of an event; cancelled invitations are left out. */
export function countSendingsAndAnswers(invitations: readonly Invitation[]) {
  const valid = filterValidInvitations(invitations)
  return {
    sent: valid.filter(({ sentAt }) => sentAt !== null).length,
    unsent: valid.filter(isUnsent).length,
    opened: valid.filter(({ openedAt }) => openedAt !== null).length,
    answered: valid.filter(one => presentAnswer(one) !== undefined).length,
    attending: sum(valid.map(one => presentAnswer(one)?.people ?? 0)),
    expected: sum(valid.map(one => expectedGuests(one).people)),
    invitedChildren: sum(valid.map(({ children }) => children)),
    attendingChildren: sum(valid.map(one => presentAnswer(one)?.children ?? 0)),
    expectedChildren: sum(valid.map(one => expectedGuests(one).children)),
    formerAnswers: valid.filter(({ answer }) => answer?.isForFormerDay).length,
    returnedPlaces: sum(valid.filter(canBeGivenAway).map(({ maxScans }) => maxScans)),
    thanked: valid.filter(one => canBeThanked(one) && one.thankedAt !== null).length,
    unthanked: valid.filter(one => canBeThanked(one) && one.thankedAt === null).length,
  }
}

/** Counts the guests who were told something that has changed, and returns what has changed. */
export function countOutdated(invitations: readonly Invitation[], event: Pick<EventDetails, 'date' | 'startsAt' | 'timeWords' | 'place'>) {
  const outdated = invitations.filter(mustBeTold)
  const facts = new Set(outdated.flatMap(one => (one.told ? changedFacts(one.told, { ...event, ...one }) : [])))
  return { outdated: outdated.length, outdatedFacts: TOLD_FACTS.filter(fact => facts.has(fact)) }
}

/** Returns how many people of these invitations are inside now. */
export const countInside = (invitations: readonly Invitation[]) => sum(invitations.map(insideOf))

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

const eventGroupKey = (row: Pick<Invitation, 'eventId' | 'eventName' | 'eventDate' | 'userId'>) =>
  row.eventId ?? `${eventKey(row)}\n${row.userId}`

const compareEventStats = (a: EventStats, b: EventStats) =>
  a.eventDate === b.eventDate ? (foldSpelling(a.eventName) < foldSpelling(b.eventName) ? -1 : 1) : a.eventDate < b.eventDate ? 1 : -1

/** Returns the statistics of each event of the invitations; the events with the latest day come first. */
export const computeEventStats = (invitations: readonly Invitation[]): EventStats[] =>
  [...groupBy(invitations, eventGroupKey).values()].map(eventStatsOf).sort(compareEventStats)

/** Adds up the statistics of the same events, of several parts of the invitations; the events with the latest day come first. */
export const sumEventStats = (parts: readonly EventStats[]): EventStats[] =>
  [...groupBy(parts, eventGroupKey).values()]
    .map(some => ({
      ...some[0]!,
      eventName: some.map(({ eventName }) => eventName).sort()[0]!,
      total: sum(some.map(({ total }) => total)),
      scanned: sum(some.map(({ scanned }) => scanned)),
      arrived: sum(some.map(({ arrived }) => arrived)),
      invited: sum(some.map(({ invited }) => invited)),
      exceeding: sum(some.map(({ exceeding }) => exceeding)),
      isFinished: some.every(({ isFinished }) => isFinished),
    }))
    .sort(compareEventStats)

/** Returns the statistics of the invitations; the events with the latest day come first. */
export function computeInvitationStats(
  invitations: readonly Invitation[],
  { recentSince, activeSince, weekSince }: StatsPeriods,
): InvitationStats {
  const invitationsCreatedSince = (since: string) => invitations.filter(({ createdAt }) => createdAt >= since)
  const { total, scanned, arrived, invited } = countPeople(invitations)
  const events = computeEventStats(invitations)
  // Folding a name is slow, and most invitations share one.
  const activeNames = new Set(invitationsCreatedSince(activeSince).map(({ eventName }) => eventName))
  const finishedEvents = events.filter(({ isFinished }) => isFinished).length
  return {
    total,
    scanned,
    unscanned: invitations.filter(isUnscanned).length,
    recentGenerated: invitationsCreatedSince(recentSince).length,
    activeEvents: new Set([...activeNames].map(foldSpelling)).size,
    arrived,
    invited,
    finishedEvents,
    unfinishedEvents: events.length - finishedEvents,
    thisWeek: invitationsCreatedSince(weekSince).length,
    events,
  }
}
