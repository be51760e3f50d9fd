import { eventRules } from '@hudur/core'
import type { ChosenEvent, EventOption } from './recent-scan.ts'

/** Returns an event of the figures as the scanner stores its choice. */
export const choiceOf = ({ eventId, eventName, eventDate, userId }: EventOption): ChosenEvent => ({
  ...(eventId !== null && { eventId }),
  ...{ eventName, eventDate, userId },
})

/**
 * Returns the chosen event as it is among `events`: with its present name and day, and with an id where the choice has none. Returns the same
 * object where nothing differs or `events` lack it.
 */
export function currentEvent(chosen: ChosenEvent, events: readonly EventOption[]): ChosenEvent {
  const found = events.find(eventRules.isOfEvent(chosen))
  if (!found) return chosen
  const current = choiceOf({ ...found, eventId: found.eventId ?? chosen.eventId ?? null })
  const isSame = current.eventId === chosen.eventId && current.eventName === chosen.eventName && current.eventDate === chosen.eventDate
  return isSame ? chosen : current
}
