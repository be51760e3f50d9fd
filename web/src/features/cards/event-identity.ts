import type { EventSummary } from '@hudur/core/events/contract'
import type { EventTimeAndPlace } from '@hudur/core/events/event-time'

/**
 * Identifies an event: by its id where it is known, otherwise by name, day and, for administrators, the `userId` of its owner. The time and
 * the place are those of its cards where no design was saved.
 */
export type EventIdentity = {
  eventId?: string | null | undefined
  eventName: string
  eventDate: string
  userId?: string | undefined
} & EventTimeAndPlace

/** Returns the fields with which calls about designs and arrivals identify an event. */
export const eventIdentityOf = <Event extends Pick<EventSummary, 'id' | 'name' | 'date'>>({ id, name, date, ...event }: Event) => ({
  ...event,
  ...{ eventId: id, eventName: name, eventDate: date },
})
