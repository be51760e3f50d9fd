import { Refusal } from '@hudur/core/refusals'
import type { Scope } from '@hudur/core/scope'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
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
