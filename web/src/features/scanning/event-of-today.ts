import { invitationRules } from '@hudur/core'
import { sheetDay } from '../../text/format.ts'
import type { ChosenEvent } from './pass.ts'

/** Guests of an evening come after midnight too: before this hour yesterday's events are still today's. */
const NIGHT_ENDS = 6

function daysOfTonight(now: Date) {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return now.getHours() < NIGHT_ENDS ? [sheetDay(now), sheetDay(yesterday)] : [sheetDay(now)]
}

/** The event to which a scanner is set when it is opened: the only one of today. `before` stays while it is one of several; null is every event. */
export function eventOfToday(events: readonly ChosenEvent[], before: ChosenEvent | null, now: Date): ChosenEvent | null {
  const days = daysOfTonight(now)
  const today = events.filter(({ eventDate }) => days.includes(eventDate))
  if (before && today.some(event => event.userId === before.userId && invitationRules.isSameEvent(event, before))) return before
  const [only] = today
  return only && today.length === 1 ? { eventName: only.eventName, eventDate: only.eventDate, userId: only.userId } : null
}
