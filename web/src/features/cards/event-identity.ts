import type { EventSummary } from '@hudur/core/events/contract'

/** Identifies an event: by its id where it is known, otherwise by name, day and, for administrators, the `userId` of its owner. */
export type EventIdentity = { eventId?: string | null | undefined; eventName: string; eventDate: string; userId?: string | undefined }

/** Returns the fields with which calls about designs and arrivals identify an event. */
export const eventIdentityOf = ({ id, name, date, userId }: EventSummary) => ({ eventId: id, eventName: name, eventDate: date, userId })
