import type { EventSummary } from '@hudur/core/events/contract'

/** Returns the fields with which calls about designs and arrivals identify an event. */
export const eventIdentityOf = ({ id, name, date, userId }: EventSummary) => ({ eventId: id, eventName: name, eventDate: date, userId })
