import { type EventDetails, type eventRules, MAX_EMPTY_EVENTS, Refusal, texts } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { addNamed } from './new-event.ts'
import { eventsIn } from './repository.ts'

/**
 * Throws `budget-used` when a locked owner may have no more events: beyond `MAX_EMPTY_EVENTS` each needs an invitation of the used quota.
 */
export async function refuseBeyondMaximum(trx: Kysely<Tables>, userId: string) {
  const maximum = MAX_EMPTY_EVENTS + ((await accountsIn(trx).find(userId))?.usedGenerations ?? 0)
  if ((await eventsIn(trx).countOf(userId)) >= maximum) throw new Refusal('budget-used', { text: texts.budget.events(maximum) })
}

/**
 * Returns the chosen event of a locked owner. A name and a day choose the event that has them or had them last; where there is none, it is
 * created, with its former id if it was deleted. Throws `not-found` for an id that the owner has no event of, and `budget-used`.
 */
export async function eventFor(trx: Kysely<Tables>, userId: string, choice: eventRules.EventOf, now: Date): Promise<EventDetails> {
  const events = eventsIn(trx)
  const { eventId, eventName, eventDate } = choice
  const chosen = eventId === undefined ? undefined : await events.find(eventId, { userId })
  if (chosen) return chosen
  if (eventId !== undefined || eventName === undefined || eventDate === undefined)
    throw new Refusal('not-found', { text: texts.event.gone, fields: { eventId: texts.event.gone } })
  const named = await events.named(userId, { eventName, eventDate })
  const found = named && (await events.find(named.id, { userId }))
  if (found) return found
  await refuseBeyondMaximum(trx, userId)
  return addNamed(trx, { id: named?.id ?? newId(), userId, name: eventName, date: eventDate }, now)
}
