import { foldSpelling } from '../arabic.ts'

type NameAndDay = { eventName: string; eventDate: string }

/** Returns the key of an event among those of its owner: its day and its name in normalised spelling. */
export const eventKey = ({ eventName, eventDate }: NameAndDay) => `${eventDate} ${foldSpelling(eventName)}`

/** Returns whether two names and days of one owner mean one event. */
export const isSameEvent = (one: NameAndDay, other: NameAndDay) => eventKey(one) === eventKey(other)

/**
 * Restricts rows to an event: by its id, or by its name in any spelling, its day and its owner. A missing field matches all rows. Rows of
 * `partnerEventIds` match whatever their owner is.
 */
export type EventFilter = {
  eventId?: string | undefined
  eventName?: string | undefined
  eventDate?: string | undefined
  userId?: string | undefined
  partnerEventIds?: readonly string[] | undefined
}

/** Returns whether a filter selects one event, and not all events of a name or of a day. */
export const isSingleEvent = ({ eventId, eventName, eventDate }: EventFilter) =>
  eventId !== undefined || (eventName !== undefined && eventDate !== undefined)

type RowOfEvent = NameAndDay & { eventId: string | null; userId: string }

/**
 * Returns a function that returns whether a row belongs to the event of the filter. The ids are compared where both have one, or where the
 * filter has no name; otherwise the names and days. An invitation that a device created for an event that it did not know has no event id.
 */
export function eventMatcher({ eventId, eventName, eventDate, userId, partnerEventIds = [] }: EventFilter) {
  const key = eventName === undefined ? undefined : foldSpelling(eventName)
  return (one: RowOfEvent) =>
    (userId === undefined || userId === one.userId || partnerEventIds.includes(one.eventId ?? '')) &&
    (eventId !== undefined && (one.eventId !== null || key === undefined)
      ? eventId === one.eventId
      : (key === undefined || key === foldSpelling(one.eventName)) && (eventDate === undefined || eventDate === one.eventDate))
}
