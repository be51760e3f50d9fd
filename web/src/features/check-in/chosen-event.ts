import * as eventRules from '@hudur/core/events/rules'
import type { ChosenEvent, EventOption } from '../../backend/hooks/use-arrivals.ts'
import { isEventOfToday } from '../../text/format.ts'

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

/** Returns the events that take place at `now`. */
export const eventsOfToday = <Event extends EventOption>(events: readonly Event[], now: Date) =>
  events.filter(({ eventDate }) => isEventOfToday(eventDate, now))

/**
 * Returns the event that the scanner chooses when it opens: `previousEvent` if it takes place today, otherwise the only event of today.
 * Returns null if today has no event, or several, of which the user must choose one.
 */
export function eventOfToday(events: readonly EventOption[], previousEvent: ChosenEvent | null, now: Date): ChosenEvent | null {
  const today = eventsOfToday(events, now)
  if (previousEvent && today.some(eventRules.eventMatcher(previousEvent))) return currentVersionOfEvent(previousEvent, today)
  const [only] = today
  return only && today.length === 1 ? toChosenEvent(only) : null
}
