import { type EventStats, fold, groupBy } from '@hudur/core'

/** Returns a text that identifies an event together with its owner. */
export const keyOf = (event: EventStats) => `${nameOf(event)} ${event.userId}`

/** Parses a `keyOf` into the fields that identify the event in a call. Returns undefined for any other text. */
export function eventOfKey(key: string) {
  const [, eventDate, eventName, userId] = /^(\d{4}-\d\d-\d\d) (.*) (\S+)$/.exec(key) ?? []
  return eventDate === undefined || eventName === undefined ? undefined : { eventName, eventDate, userId }
}

const nameOf = ({ eventName, eventDate }: EventStats) => `${eventDate} ${fold(eventName)}`

/** Returns a function that returns an event's owner if another event of `events` has the same name and day, otherwise undefined. */
export function distinguishingOwners(events: readonly EventStats[]) {
  const eventsByName = groupBy(events, nameOf)
  return (event: EventStats) => ((eventsByName.get(nameOf(event))?.length ?? 0) > 1 ? (event.ownerName ?? undefined) : undefined)
}
