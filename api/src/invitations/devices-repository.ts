import { type DeletedInvitation, eventRules, type Invitation, MAX_DELETED_COPIED, type Scope } from '@hudur/core'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { inReplica, type ReplicaEvents } from '../events/repository.ts'
import { inScope, ROW } from './repository.ts'
import { toInvitation } from './rows.ts'

/** The first and the last day (inclusive, `YYYY-MM-DD`) whose events are in a device's replica. */
type Days = { from: string; to: string }

/** The days of a replica, and the names of the events of other days that were opened on the device. */
type Copied = { days: Days; opened: readonly { eventName: string; eventDate: string }[] }

/** Reads the replica that lets a device admit guests without a server. */
export const devicesIn = (db: Kysely<Tables>) => ({
  /**
   * Reads the invitations of the replica's events that changed or were scanned at or after `since`; all of them without `since`. With
   * `withChangedEvents` also every invitation of a changed event, for devices that do not read events.
   */
  async changed(
    scope: Scope,
    replica: ReplicaEvents,
    since: string | undefined,
    { withChangedEvents }: { withChangedEvents: boolean },
  ): Promise<Invitation[]> {
    // A scan does not set `changed_at`, because writing its index would slow every scan.
    const countedSince = (since: string) =>
      db
        .selectFrom('scans')
        .select(sql<string>`invitation_id`.as('id'))
        .where('received_at', '>=', since)
        .where('invitation_id', 'is not', null)
    const ofReplica = db.selectFrom('events').select('events.id').where(inReplica(replica))
    const ofChanged = (since: string) =>
      db
        .selectFrom('events')
        .select('events.id')
        .where('events.changed_at', '>=', since)
        .whereRef('events.changed_at', '>', 'events.created_at')
    const rows = await db
      .selectFrom('invitations')
      .select(ROW)
      .where(inScope(scope))
      .where(eb => {
        const isOfReplica = eb('event_id', 'in', ofReplica)
        if (since === undefined) return isOfReplica
        const isChanged = eb.or([eb('changed_at', '>=', since), eb('id', 'in', countedSince(since))])
        return eb.or([eb.and([isOfReplica, isChanged]), ...(withChangedEvents ? [eb('event_id', 'in', ofChanged(since))] : [])])
      })
      .orderBy('created_at')
      .orderBy('position')
      .execute()
    return rows.map(toInvitation)
  },

  async removed({ userId }: Scope, since: string): Promise<string[]> {
    let query = db.selectFrom('tombstones').select('id').where('deleted_at', '>=', since)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    return (await query.execute()).map(({ id }) => id)
  },

  /**
   * Reads the tombstones of the replica's events from `since` on, or all of them without `since`; the latest first, at most
   * `MAX_DELETED_COPIED`.
   */
  async deleted({ userId }: Scope, { days, opened }: Copied, since: string | undefined): Promise<DeletedInvitation[]> {
    const openedDays = opened.map(({ eventDate }) => eventDate)
    const rows = await db
      .selectFrom('tombstones')
      .select([
        'id',
        'user_id as userId',
        'event_id as eventId',
        'guest_name as guestName',
        'event_name as eventName',
        'event_date as eventDate',
      ])
      .where(eb =>
        eb.or([
          eb.and([eb('event_date', '>=', days.from), eb('event_date', '<=', days.to)]),
          ...(openedDays.length > 0 ? [eb('event_date', 'in', openedDays)] : []),
        ]),
      )
      .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
      .$if(since !== undefined, query => query.where('deleted_at', '>=', since ?? ''))
      .orderBy('deleted_at', 'desc')
      .limit(MAX_DELETED_COPIED)
      .execute()
    const isCopied = (one: DeletedInvitation) =>
      (one.eventDate >= days.from && one.eventDate <= days.to) || opened.some(event => eventRules.isSameEvent(one, event))
    return rows.filter(isCopied)
  },

  /** Reads the admissions received since `since`: the counts include them, so a device drops its own pending ones with the same keys. */
  async admissions(scope: Scope, since: string) {
    const rows = await db
      .selectFrom('scans')
      .innerJoin('invitations', 'invitations.id', 'scans.invitation_id')
      .select(['scans.nonce', 'scans.invitation_id', 'scans.people'])
      .where('received_at', '>=', since)
      .where('outcome', '=', 'admitted')
      .where('scans.nonce', 'is not', null)
      .$if(scope.userId !== undefined, query => query.where('invitations.user_id', '=', scope.userId ?? ''))
      .execute()
    return rows.map(({ nonce, invitation_id, people }) => ({ nonce: nonce ?? '', invitationId: invitation_id ?? '', people }))
  },
})
