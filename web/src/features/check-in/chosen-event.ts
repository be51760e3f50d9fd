import * as eventRules from '@hudur/core/events/rules'
import type { ChosenEvent, EventOption } from '../../backend/hooks/use-arrivals.ts'
import { formatSheetDay } from '../../text/format.ts'

export const toChosenEvent = ({ eventId, eventName, eventDate, userId }: EventOption): ChosenEvent => ({
  ...(eventId !== null && { eventId }),
  ...{ eventName, eventDate, userId },
})

/** Returns the chosen event with its present name, day and id from `events`; the same object if nothing differs or `events` lacks it. */
export function currentVersionOfEvent(chosen: ChosenEvent, events: readonly EventOption[]): ChosenEvent {
  const found = events.find(eventRules.eventMatcher(chosen))
  if (!found) return chosen
  const current = toChosenEvent({ ...found, eventId: found.eventId ?? chosen.eventId ?? null })
  const isSame = current.eventId === chosen.eventId && current.eventName === chosen.eventName && current.eventDate === chosen.eventDate
  return isSame ? chosen : current
}

/** Until this hour, yesterday's events count as today's, because guests of an evening event also arrive after midnight. */
const NIGHT_END_HOUR = 6

function daysCountedAsToday(now: Date) {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return now.getHours() < NIGHT_END_HOUR ? [formatSheetDay(now), formatSheetDay(yesterday)] : [formatSheetDay(now)]
}

/**
 * Returns the event that the scanner chooses when it opens: `previousEvent` if it takes place today, otherwise the only event of today.
 * Returns null, which means every event, if today has no event or several.
 */
export function eventOfToday(events: readonly EventOption[], previousEvent: ChosenEvent | null, now: Date): ChosenEvent | null {
  const days = daysCountedAsToday(now)
  const today = events.filter(({ eventDate }) => days.includes(eventDate))
  if (previousEvent && today.some(eventRules.eventMatcher(previousEvent))) return currentVersionOfEvent(previousEvent, today)
  const [only] = today
  return only && today.length === 1 ? toChosenEvent(only) : null
}
