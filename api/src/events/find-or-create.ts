import { type EventDetails, MAX_EMPTY_EVENTS } from '@hudur/core/events/contract'
import type * as eventRules from '@hudur/core/events/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { addNewEvent } from './new-event.ts'
import { eventsIn } from './repository.ts'

/**
 * Throws `budget-used` when the owner may not add another event. An owner may have `MAX_EMPTY_EVENTS` events and one more for each charged
 * invitation. The transaction must have locked the owner's row.
 */
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
