import type { EventDetails } from '@hudur/core'

/** Returns an event with no details but its name and day. */
export const newEvent = ({ id, userId, name, date }: Pick<EventDetails, 'id' | 'userId' | 'name' | 'date'>, now: Date): EventDetails => ({
  id,
  userId,
  name,
  date,
  startsAt: null,
  place: null,
  mapUrl: null,
  hosts: null,
  note: null,
  phone: null,
  message: null,
  hidesNames: false,
  answers: 'on',
  answersUntil: null,
  createdAt: now.toISOString(),
  changedAt: now.toISOString(),
})
