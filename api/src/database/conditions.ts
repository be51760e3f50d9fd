import type { Scope } from '@hudur/core/actor'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Builds the condition that a row with this owner and this event belongs to the scope's owner, or to an event whose partner the actor is.
 * Undefined where the scope includes the rows of all owners. The limits of the scope to an event or a link are not part of it.
 */
export const ownedCondition = ({ userId, partnerEventIds = [] }: Scope, owner: string, event: string) => {
  if (userId === undefined) return undefined
  const isOwn = sql<boolean>`${sql.ref(owner)} = ${userId}`
  return partnerEventIds.length === 0 ? isOwn : sql<boolean>`(${isOwn} or ${sql.ref(event)} in (${sql.join([...partnerEventIds])}))`
}

/** Returns the conditions that a row with this owner and this event is in scope; none where every row is. A limit to a link is not part of them. */
export function scopeConditions(scope: Scope, owner: string, event: string) {
  const isOwned = ownedCondition(scope, owner, event)
  const isOfEvent = scope.onlyEventId === undefined ? undefined : sql<boolean>`${sql.ref(event)} = ${scope.onlyEventId}`
  return [isOwned, isOfEvent].filter(condition => condition !== undefined)
}

/** Builds the condition that an invitation is in scope. */
export const whereInScope = (scope: Scope) => (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  eb.and([
    ...scopeConditions(scope, 'user_id', 'event_id'),
    ...(scope.onlyLinkId === undefined ? [] : [eb('link_id', '=', scope.onlyLinkId)]),
  ])

/** Builds the condition that an invitation is of one of these events; of any without `eventIds`. */
export const whereOfEvents =
  ({ eventIds }: { eventIds?: readonly string[] | undefined }) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) => {
    if (eventIds === undefined) return eb.and([])
    // An empty «or» is false on both engines, an empty list is no valid SQL on PostgreSQL.
    return eventIds.length < 2 ? eb.or(eventIds.map(id => eb('event_id', '=', id))) : eb('event_id', 'in', eventIds)
  }

/** The condition that no undo of a row of `scans` exists. */
export const notUndone = sql<boolean>`not exists (
  select 1 from scans as undo where undo.invitation_id = scans.invitation_id and undo.undoes = scans.idempotency_key)`
