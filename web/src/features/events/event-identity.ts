import type { EventSummary } from '@hudur/core'

/** Returns the fields by which the calls for designs and arrivals know an event. */
export const identityOf = ({ id, name, date, userId }: EventSummary) => ({ eventId: id, eventName: name, eventDate: date, userId })
