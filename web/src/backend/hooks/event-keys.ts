import { foldSpelling } from '@hudur/core/arabic'
import { groupBy } from '@hudur/core/group-by'
import { Id } from '@hudur/core/id'
import type { EventStats } from '@hudur/core/invitations/invitation'

/** An event as fields and filters name it. */
export type ListedEvent = Pick<EventStats, 'eventId' | 'eventName' | 'eventDate' | 'userId' | 'ownerName'>

/** Returns a text that identifies an event: its id, or its name, day and owner on a device that does not know the event. */
export const eventKeyOf = (event: ListedEvent) => event.eventId ?? eventKeyByName(event)

const eventKeyByName = (event: ListedEvent) => `${dayAndNameOf(event)} ${event.userId}`

/** Returns the event with this key, even if the key was made while the device did not know the event. */
export const findEventByKey = (events: readonly EventStats[], key: string) =>
  events.find(event => eventKeyOf(event) === key || eventKeyByName(event) === key)

/** Parses a key into the fields that identify the event in a call. Returns undefined for any other text. */
export function parseEventKey(key: string) {
  if (Id.safeParse(key).success) return { eventId: key }
  const [, eventDate, eventName, userId] = /^(\d{4}-\d\d-\d\d) (.*) (\S+)$/.exec(key) ?? []
  return eventDate === undefined || eventName === undefined ? undefined : { eventName, eventDate, userId }
}

const dayAndNameOf = ({ eventName, eventDate }: ListedEvent) => `${eventDate} ${foldSpelling(eventName)}`

/**
 * Returns a function for an event's owner: the owner's name if another event of `events` has the same name and day, otherwise undefined.
 */
export function ownerNamesForDuplicates(events: readonly ListedEvent[]) {
  const eventsByName = groupBy(events, dayAndNameOf)
  return (event: ListedEvent) => ((eventsByName.get(dayAndNameOf(event))?.length ?? 0) > 1 ? (event.ownerName ?? undefined) : undefined)
}
