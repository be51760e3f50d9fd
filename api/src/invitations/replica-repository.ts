import type { Actor, Scope } from '@hudur/core/actor'
import * as eventRules from '@hudur/core/events/rules'
import { type DeletedInvitation, MAX_TOMBSTONES } from '@hudur/core/invitations/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { scopeConditions, whereInScope } from '../database/conditions.ts'
import type { Tables } from '../database/schema.ts'
import { type ReplicaSelection, whereInReplica } from '../events/repository.ts'
import { ROW_SELECTION } from './repository.ts'
import { toInvitation } from './rows.ts'

/** Selects the events of a replica: those of its days, and those of other days that were opened on the device. */
type ReplicaScope = { days: ReplicaSelection['days']; opened: readonly { eventName: string; eventDate: string }[] }

/** An admission, an exit or an undo that has an idempotency key and is included in its invitation's count. */
export type CountedScan = {
  receivedAt: string
  outcome: 'admitted' | 'exited' | 'undone'
  people: number
  nonce: string
  invitationId: string
}

/** Selects the account's or the link's `CountedScan`s of an invitation as text, one a line. */
const selectCountedScans = ({ id, link }: Pick<Actor, 'id' | 'link'>, from: string) => {
  const isByActor = link ? sql`scans.link_id = ${link.id}` : sql`scans.user_id = ${id} and scans.link_id is null`
  return sql<string | null>`(
    select string_agg(received_at || ' ' || outcome || ' ' || people || ' ' || idempotency_key, ${sql.lit('\n')})
    from scans
    where scans.invitation_id = invitations.id and received_at >= ${from} and outcome in ('admitted', 'exited', 'undone') and idempotency_key is not null
      and ${isByActor}
  )`.as('counted_scans')
}

/** Parses the lines of `selectCountedScans`. An idempotency key may contain spaces, the other fields do not. */
const parseCountedScans = (invitationId: string, lines: string | null): CountedScan[] =>
  (lines?.split('\n') ?? []).map(line => {
    const [receivedAt = '', outcome, people, ...nonce] = line.split(' ')
    return { receivedAt, outcome: outcome as CountedScan['outcome'], people: Number(people), nonce: nonce.join(' '), invitationId }
  })

/** Splits scans into the admissions and exits, and the undos of a download, each in the order in which the server received them. */
export function splitCountedScans(scans: readonly CountedScan[]) {
  const inOrder = scans.toSorted((one, other) => (one.receivedAt < other.receivedAt ? -1 : 1))
  return {
    admissions: inOrder
      .filter(({ outcome }) => outcome !== 'undone')
      .map(({ nonce, invitationId, people }) => ({ nonce, invitationId, people })),
    undos: inOrder.filter(({ outcome }) => outcome === 'undone').map(({ nonce }) => nonce),
  }
}

/** Builds the condition that a tombstone is of an owner and an event in scope. */
const whereTombstoneInScope = (scope: Scope) => (eb: ExpressionBuilder<Tables, 'tombstones'>) =>
  eb.and(scopeConditions(scope, 'user_id', 'event_id'))

/** Reads the replica that lets a device admit guests without a server. */
export const deviceReplicasIn = (db: Kysely<Tables>) => ({
  /**
   * Reads the invitations of the replica's events that changed or were scanned at or after `from`; all of them with `isFull`.
   *
   * `counted` has the scans by `actor` since `from` that the invitations' counts include, so that a device does not count its own scans
   * twice. One statement reads `invitations` and `counted`, because a scan between two statements would be in only one of the results.
   */
  async changed(
    actor: Actor,
    scope: Scope,
    replica: ReplicaSelection,
    { from, isFull }: { from: string; isFull: boolean },
  ): Promise<{ invitations: Invitation[]; counted: CountedScan[] }> {
    const since = isFull ? undefined : from
    // A scan does not set `changed_at`, because writing its index would slow every scan. So scanned invitations are found by `scans`.
    const selectScannedSince = (since: string) =>
      db
        .selectFrom('scans')
        .select(sql<string>`invitation_id`.as('id'))
        .where('received_at', '>=', since)
        .where('invitation_id', 'is not', null)
    const ofReplica = db.selectFrom('events').select('events.id').where(whereInReplica(replica))
    const rows = await db
      .selectFrom('invitations')
      .select([...ROW_SELECTION, selectCountedScans(actor, from)])
      .where(whereInScope(scope))
      .where(eb => {
        const isOfReplica = eb('event_id', 'in', ofReplica)
        if (since === undefined) return isOfReplica
        return eb.and([isOfReplica, eb.or([eb('changed_at', '>=', since), eb('id', 'in', selectScannedSince(since))])])
      })
      .orderBy('created_at')
      .orderBy('position')
      .execute()
    return { invitations: rows.map(toInvitation), counted: rows.flatMap(row => parseCountedScans(row.id, row.counted_scans)) }
  },

  /** Reads the ids of the invitations that were moved at or after `since`, and whose former event is in scope. */
  async moved(scope: Scope, since: string): Promise<string[]> {
    const rows = await db
      .selectFrom('invitations')
      .select('id')
      .where('changed_at', '>=', since)
      .where('former_event_id', 'is not', null)
      .where(eb => eb.and(scopeConditions(scope, 'user_id', 'former_event_id')))
      .execute()
    return rows.map(({ id }) => id)
  },

  async removed(scope: Scope, since: string): Promise<string[]> {
    const rows = await db
      .selectFrom('tombstones')
      .select('id')
      .where('deleted_at', '>=', since)
      .where(whereTombstoneInScope(scope))
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Reads the replica's tombstones from `since` on, or all; the latest first, at most `MAX_TOMBSTONES`. Of one event, on any day. */
  async deleted(scope: Scope, { days, opened }: ReplicaScope, since: string | undefined): Promise<DeletedInvitation[]> {
    const isOneEvent = scope.onlyEventId !== undefined
    const openedDays = opened.map(({ eventDate }) => eventDate)
    const rows = await db
      .selectFrom('tombstones')
      .select(['id', 'user_id as userId', 'event_id as eventId'])
      .select(['guest_name as guestName', 'event_name as eventName', 'event_date as eventDate'])
      .where(eb =>
        eb.or([
          ...(isOneEvent ? [eb.and([])] : [eb.and([eb('event_date', '>=', days.from), eb('event_date', '<=', days.to)])]),
          ...(openedDays.length > 0 ? [eb('event_date', 'in', openedDays)] : []),
        ]),
      )
      .where(whereTombstoneInScope(scope))
      .$if(since !== undefined, query => query.where('deleted_at', '>=', since ?? ''))
      .orderBy('deleted_at', 'desc')
      .limit(MAX_TOMBSTONES)
      .execute()
    const isInReplica = (one: DeletedInvitation) =>
      isOneEvent || (one.eventDate >= days.from && one.eventDate <= days.to) || opened.some(event => eventRules.isSameEvent(one, event))
    return rows.filter(isInReplica)
  },
})
