import { type EventStats, fold, groupBy } from '@hudur/core'

/** Names an event of whoever owns it. */
export const keyOf = (event: EventStats) => `${nameOf(event)} ${event.userId}`

/** Reads a `keyOf` back: what names an event in a call. Undefined where the text is no such key. */
export function eventOfKey(key: string) {
  const [, eventDate, eventName, userId] = /^(\d{4}-\d\d-\d\d) (.*) (\S+)$/.exec(key) ?? []
  return eventDate === undefined || eventName === undefined ? undefined : { eventName, eventDate, userId }
}

const nameOf = ({ eventName, eventDate }: EventStats) => `${eventDate} ${fold(eventName)}`

/** Gives the owner's name where another event of the same name and day stands among these, and nothing where the event is told without it. */
export function ownersToTell(events: readonly EventStats[]) {
  const alike = groupBy(events, nameOf)
  return (event: EventStats) => ((alike.get(nameOf(event))?.length ?? 0) > 1 ? (event.ownerName ?? undefined) : undefined)
}
