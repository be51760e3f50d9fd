import type { Scope } from '@hudur/core/actor'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** Builds the condition that an invitation is in scope. */
export const whereInScope =
  ({ userId, onlyEventId, onlyLinkId }: Scope) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and([
      ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
      ...(onlyEventId === undefined ? [] : [eb('event_id', '=', onlyEventId)]),
      ...(onlyLinkId === undefined ? [] : [eb('link_id', '=', onlyLinkId)]),
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
