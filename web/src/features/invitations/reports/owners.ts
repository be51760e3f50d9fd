import { type EventStats, fold, groupBy, Id } from '@hudur/core'

/** Returns a text that identifies an event: its id, or its name, day and owner on a device that does not know the event. */
export const keyOf = (event: EventStats) => event.eventId ?? namedKeyOf(event)

/** Returns the key of an event in links of earlier versions. */
const namedKeyOf = (event: EventStats) => `${nameOf(event)} ${event.userId}`

/** Returns the event of a key, also of a link of an earlier version. */
export const findByKey = (events: readonly EventStats[], key: string) =>
  events.find(event => keyOf(event) === key || namedKeyOf(event) === key)

/** Parses a key into the fields that identify the event in a call. Returns undefined for any other text. */
export function eventOfKey(key: string) {
  if (Id.safeParse(key).success) return { eventId: key }
  const [, eventDate, eventName, userId] = /^(\d{4}-\d\d-\d\d) (.*) (\S+)$/.exec(key) ?? []
  return eventDate === undefined || eventName === undefined ? undefined : { eventName, eventDate, userId }
}

const nameOf = ({ eventName, eventDate }: EventStats) => `${eventDate} ${fold(eventName)}`

/** Returns a function that returns an event's owner if another event of `events` has the same name and day, otherwise undefined. */
export function distinguishingOwners(events: readonly EventStats[]) {
  const eventsByName = groupBy(events, nameOf)
  return (event: EventStats) => ((eventsByName.get(nameOf(event))?.length ?? 0) > 1 ? (event.ownerName ?? undefined) : undefined)
}
