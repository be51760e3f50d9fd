import { type Actor, isInScope, ownScopeOfActor, type Scope, scopeOfActor } from '@hudur/core/actor'
import { type EventDetails, MAX_EMPTY_EVENTS } from '@hudur/core/events/contract'
import { EMPTY_HOUSE } from '@hudur/core/events/house'
import type * as eventRules from '@hudur/core/events/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { partnersIn } from '../accounts/partners-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { type TrailAuthor, trailIn } from '../trail/repository.ts'
import { deletedEventsIn } from './deleted-events-repository.ts'
import { eventsIn } from './repository.ts'

/**
 * Reads an event in scope, and locks its owner until the write ends: all writes that add, rename or delete events of an owner, or add
 * invitations to them, come one after another. Throws `not-found`.
 */
export async function lockEvent(trx: Kysely<Tables>, id: string, scope: Scope) {
  const found = await eventsIn(trx).find(id, scope)
  const owner = found && (await accountsIn(trx).lock(found.userId))
  // Another write may have changed or deleted the event, or ended the partnership, before its owner was locked.
  const event = owner && (await eventsIn(trx).find(id, await partnersIn(trx).refreshScope(scope)))
  if (!event) throw new Refusal('not-found', { text: texts.event.gone })
  return { event, owner }
}

/**
 * Does the same as `lockEvent`, for calls that only the owner of the event and administrators may make. Throws `not-allowed` for a partner.
 */
export async function lockOwnEvent(trx: Kysely<Tables>, id: string, actor: Actor) {
  const locked = await lockEvent(trx, id, scopeOfActor(actor))
  if (!isInScope(ownScopeOfActor(actor), { userId: locked.event.userId, eventId: id }))
    throw new Refusal('not-allowed', { text: texts.partner.ownerOnly })
  return locked
}

/** Reads a deleted event in scope that can be restored, and locks its owner. Throws `not-found`. */
export async function lockDeletedEvent(trx: Kysely<Tables>, id: string, scope: Scope, now: Date) {
  const found = await deletedEventsIn(trx).find(id, { ...scope, now })
  const owner = found && (await accountsIn(trx).lock(found.user_id))
  // Another write may have restored the event before its owner was locked.
  const deleted = owner && (await deletedEventsIn(trx).find(id, { ...scope, now }))
  if (!deleted) throw new Refusal('not-found', { text: texts.event.notRestorable })
  return { deleted, owner }
}

/** By whom and when an event is created. */
type Made = { by: TrailAuthor; at: Date }

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
  sideMessages: [],
  thanksMessage: null,
  hidesNames: false,
  answers: 'on',
  answersUntil: null,
  asksChildren: false,
  countsExits: false,
  capacity: null,
  house: EMPTY_HOUSE,
  createdAt: now.toISOString(),
  changedAt: now.toISOString(),
})

/**
 * Adds an event with no details but its name and day. A deleted event that is created again hides names if it hid them before. Throws
 * `id-taken`.
 */
export async function addNewEvent(trx: Kysely<Tables>, named: NamedEvent, { by, at }: Made): Promise<EventDetails> {
  const event = { ...newEvent(named, at), hidesNames: await eventsIn(trx).hidNames(named.id, named.userId) }
  if (!(await eventsIn(trx).add(event))) throw new Refusal('id-taken', { text: texts.eventIdTaken })
  await trailIn(trx).add('event', { by, at }, [{ after: event }])
  return event
}

/** Throws `budget-used` when the owner, whose row is locked, has `MAX_EMPTY_EVENTS` events and one more for each charged invitation. */
export async function refuseTooManyEvents(trx: Kysely<Tables>, userId: string) {
  const maximum = MAX_EMPTY_EVENTS + ((await accountsIn(trx).find(userId))?.usedGenerations ?? 0)
  if ((await eventsIn(trx).countOf(userId)) >= maximum) throw new Refusal('budget-used', { text: texts.budget.events(maximum) })
}

/**
 * Returns the event of an owner that `choice` names by an id, or by a name and a day. A name and a day find the event that has them, or
 * else the event that had them last. If there is none, the event is created; a deleted event gets its former id. Throws `not-found` for an
 * unknown id, and `budget-used`. The caller has locked the owner's row.
 */
export async function findOrCreateEvent(
  trx: Kysely<Tables>,
  userId: string,
  choice: eventRules.EventFilter,
  made: Made,
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
  return addNewEvent(trx, { id: named?.id ?? newId(), userId, name: eventName, date: eventDate }, made)
}
