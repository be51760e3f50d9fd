import * as eventRules from '@hudur/core/events/rules'
import type { ChosenEvent, EventOption } from '../../backend/hooks/use-arrivals.ts'

/** Converts an event of the statistics into the form in which the scanner stores its chosen event. */
export const toChosenEvent = ({ eventId, eventName, eventDate, userId }: EventOption): ChosenEvent => ({
  ...(eventId !== null && { eventId }),
  ...{ eventName, eventDate, userId },
})

/**
 * Returns the chosen event with its present name and day, and with an id if the choice has none, as found in `events`. Returns the same
 * object if nothing differs or if `events` lacks the event.
 */
export function currentVersionOfEvent(chosen: ChosenEvent, events: readonly EventOption[]): ChosenEvent {
  const found = events.find(eventRules.eventMatcher(chosen))
  if (!found) return chosen
  const current = toChosenEvent({ ...found, eventId: found.eventId ?? chosen.eventId ?? null })
  const isSame = current.eventId === chosen.eventId && current.eventName === chosen.eventName && current.eventDate === chosen.eventDate
  return isSame ? chosen : current
}
