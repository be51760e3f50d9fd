import type { EventDetails } from '@hudur/core/events/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { eventsIn } from './repository.ts'

type NamedEvent = Pick<EventDetails, 'id' | 'userId' | 'name' | 'date'>

/** Returns an event with no details but its name and day. */
export const newEvent = ({ id, userId, name, date }: NamedEvent, now: Date): EventDetails => ({
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

/** Adds an event with no details but its name and day. A deleted event that is created again hides names if it hid them before. */
export async function addNewEvent(trx: Kysely<Tables>, named: NamedEvent, now: Date): Promise<EventDetails> {
  const event = { ...newEvent(named, now), hidesNames: await eventsIn(trx).hidNames(named.id, named.userId) }
  await eventsIn(trx).add(event)
  return event
}
