import type { EventSummary } from '@hudur/core/events/contract'
import type { EventOfCard } from '@hudur/core/events/event-time'

/**
 * Identifies an event: by its id where it is known, otherwise by name, day and, for administrators, the `userId` of its owner. The time, the
 * place and the words of the house are those of its cards where no design was saved.
 */
export type EventIdentity = {
  eventId?: string | null | undefined
  eventName: string
  eventDate: string
  userId?: string | undefined
} & EventOfCard

type IdentifiedEvent = Pick<EventSummary, 'id' | 'name' | 'date' | 'startsAt' | 'timeWords' | 'place'> &
  Pick<EventOfCard, 'house'> & { userId?: string }

/** Returns the identity of an event: the fields for calls about its design and its arrivals, and the texts on its cards. */
export const eventIdentityOf = ({ id, name, date, userId, startsAt, timeWords, place, house }: IdentifiedEvent) => ({
  ...{ eventId: id, eventName: name, eventDate: date, userId },
  ...{ startsAt, timeWords, place, house },
})
