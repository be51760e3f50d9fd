import { dayIn, hourOn } from '../calendar.ts'
import type { EventDetails } from '../events/contract.ts'
import type { Invitation } from '../invitations/invitation.ts'

/** What the page of an invitation shows. */
export type GuestState = 'coming' | 'today' | 'over' | 'replaced' | 'cancelled' | 'pending'

/** The hour of the day after the event at which it counts as over: weddings end after midnight. */
const OVER_AT_HOUR = 24 + 6

type Times = { now: Date; timeZone: string }

/** Returns what the page of an invitation shows to somebody who opens it with `code`. */
export function guestState(
  invitation: Pick<Invitation, 'code' | 'state' | 'isPending' | 'eventDate'>,
  code: string,
  { now, timeZone }: Times,
): GuestState {
  if (code !== invitation.code) return 'replaced'
  if (invitation.state === 'cancelled') return 'cancelled'
  if (invitation.isPending) return 'pending'
  if (now >= hourOn(timeZone, invitation.eventDate, OVER_AT_HOUR)) return 'over'
  return dayIn(timeZone, now) >= invitation.eventDate ? 'today' : 'coming'
}

type Answerable = Pick<EventDetails, 'answers' | 'answersUntil' | 'date'>

/** Returns the last day on which guests of an event may answer, at most its own; undefined where they are not asked. */
export function lastAnswerDay({ answers, answersUntil, date }: Answerable) {
  if (answers === 'off') return undefined
  return answersUntil !== null && answersUntil < date ? answersUntil : date
}

/** Returns whether a guest may answer now. */
export function mayAnswer(state: GuestState, event: Answerable, { now, timeZone }: Times) {
  const lastDay = lastAnswerDay(event)
  return (state === 'coming' || state === 'today') && lastDay !== undefined && dayIn(timeZone, now) <= lastDay
}
