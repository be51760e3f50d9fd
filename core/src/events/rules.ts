import { fold } from '../arabic.ts'

type NameAndDay = { eventName: string; eventDate: string }

/** Returns the key of an event among those of its owner: its day and its name in normalised spelling. */
export const eventKey = ({ eventName, eventDate }: NameAndDay) => `${eventDate} ${fold(eventName)}`

/** Returns whether two names and days of one owner mean one event. */
export const isSameEvent = (one: NameAndDay, other: NameAndDay) => eventKey(one) === eventKey(other)

/** The event to which something is restricted: an id, or its name in any spelling, its day and its owner. A missing field matches all. */
export type EventOf = {
  eventId?: string | undefined
  eventName?: string | undefined
  eventDate?: string | undefined
  userId?: string | undefined
}

/** Returns whether a choice names one event of an owner, and not all events of a name or of a day. */
export const isOneEvent = ({ eventId, eventName, eventDate }: EventOf) =>
  eventId !== undefined || (eventName !== undefined && eventDate !== undefined)

type OfEvent = NameAndDay & { eventId: string | null; userId: string }

/**
 * Returns a filter for what belongs to an event. An id decides where both have one, or where there is no name; an invitation that a device created for an event it did
 * not know has none, and is compared by name and day.
 */
export function isOfEvent({ eventId, eventName, eventDate, userId }: EventOf) {
  const key = eventName === undefined ? undefined : fold(eventName)
  return (one: OfEvent) =>
    (userId === undefined || userId === one.userId) &&
    (eventId !== undefined && (one.eventId !== null || key === undefined)
      ? eventId === one.eventId
      : (key === undefined || key === fold(one.eventName)) && (eventDate === undefined || eventDate === one.eventDate))
}

/** For how long (ms) an event is also found by a former name and day, and a deleted event by its last one. */
export const FORMER_NAMES_MS = 90 * 86_400_000
