import { dayInTimeZone } from '../calendar.ts'
import type { EventDetails } from '../events/contract.ts'
import { earliestEventDay } from '../events/night.ts'
import type { Invitation } from '../invitations/invitation.ts'

/** The state of an invitation that its page shows. */
export type GuestState = 'coming' | 'today' | 'over' | 'replaced' | 'cancelled' | 'pending'

type TimeAndZone = { now: Date; timeZone: string }

/** Returns the state that the page of an invitation shows to a visitor who opens the page with `code`. */
export function guestStateOf(
  invitation: Pick<Invitation, 'code' | 'state' | 'isPending' | 'eventDate'>,
  code: string,
  { now, timeZone }: TimeAndZone,
): GuestState {
  if (code !== invitation.code) return 'replaced'
  if (invitation.state === 'cancelled') return 'cancelled'
  if (invitation.isPending) return 'pending'
  if (invitation.eventDate < earliestEventDay(timeZone, now)) return 'over'
  return dayInTimeZone(timeZone, now) >= invitation.eventDate ? 'today' : 'coming'
}

type AnswerableEvent = Pick<EventDetails, 'answers' | 'answersUntil' | 'date'>

/** Returns the last day on which guests may answer, at most the event's day; undefined where the event takes no answers. */
export function lastAnswerDay({ answers, answersUntil, date }: AnswerableEvent) {
  if (answers === 'off') return undefined
  return answersUntil !== null && answersUntil < date ? answersUntil : date
}

/** Returns whether a guest may answer now. */
export function mayGuestAnswer(state: GuestState, event: AnswerableEvent, { now, timeZone }: TimeAndZone) {
  const lastDay = lastAnswerDay(event)
  return (state === 'coming' || state === 'today') && lastDay !== undefined && dayInTimeZone(timeZone, now) <= lastDay
}
