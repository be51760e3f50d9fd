import type { Scope } from '@hudur/core/actor'
import { type EventDetails, MAX_EMPTY_EVENTS } from '@hudur/core/events/contract'
import type * as eventRules from '@hudur/core/events/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { eventsIn } from './repository.ts'

/**
 * Reads an event in scope, and locks its owner until the write ends: all writes that add, rename or delete events of an owner, or add
 * invitations to them, come one after another. Throws `not-found`.
 */
export async function lockEvent(trx: Kysely<Tables>, id: string, scope: Scope) {
  const found = await eventsIn(trx).find(id, scope)
  const owner = found && (await accountsIn(trx).lock(found.userId))
  // Another write may have changed or deleted the event before its owner was locked.
  const event = owner && (await eventsIn(trx).find(id, scope))
  if (!event) throw new Refusal('not-found', { text: texts.event.gone })
  return { event, owner }
}

type NamedEvent = Pick<EventDetails, 'id' | 'userId' | 'name' | 'date'>

/** Returns an event with no details but its name and day. */
export const newEvent = ({ id, userId, name, date }: NamedEvent, now: Date): EventDetails => ({
  id,
  userId,
  name,
  date,
  startsAt: null,
  timeWords: null,
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

/** Throws `budget-used` when the owner, whose row is locked, has `MAX_EMPTY_EVENTS` events and one more for each charged invitation. */
export async function refuseTooManyEvents(trx: Kysely<Tables>, userId: string) {
  const maximum = MAX_EMPTY_EVENTS + ((await accountsIn(trx).find(userId))?.usedGenerations ?? 0)
  if ((await eventsIn(trx).countOf(userId)) >= maximum) throw new Refusal('budget-used', { text: texts.budget.events(maximum) })
}

/**
 * Returns the event of an owner that `choice` names by its id, or by a name and a day. A name and a day find the event that has them, or the
 * one that had them last. If there is none, the event is created; a deleted event gets its former id. Throws `not-found` for an unknown id,
 * and `budget-used`. The transaction must have locked the owner's row.
 */
export async function findOrCreateEvent(
  trx: Kysely<Tables>,
  userId: string,
  choice: eventRules.EventFilter,
  now: Date,
): Promise<EventDetails> {
  const events = eventsIn(trx)
  const { eventId, eventName, eventDate } = choice
  const chosen = eventId === undefined ? undefined : await events.find(eventId, { userId })
  if (chosen) return chosen
  if (eventId !== undefined || eventName === undefined || eventDate === undefined)
    throw new Refusal('not-found', { text: texts.event.gone, fields: { eventId: texts.event.gone } })
  const named = await events.findByName(userId, { eventName, eventDate })
  const found = named && (await events.find(named.id, { userId }))
  if (found) return found
  await refuseTooManyEvents(trx, userId)
  return addNewEvent(trx, { id: named?.id ?? newId(), userId, name: eventName, date: eventDate }, now)
}
