import type { Scope } from '@hudur/core/actor'
import {
  type LiveEventFigures,
  type LiveFiguresOfAllEvents,
  MAX_LIVE_ARRIVALS,
  MAX_LIVE_EVENTS,
  MAX_LIVE_GATES,
  MAX_LIVE_VIPS,
  type VipArrival,
} from '@hudur/core/events/contract'
import { type Kysely, sql } from 'kysely'
import { notUndone, ownedCondition } from '../database/conditions.ts'
import { amongIdsCondition, amongTextsCondition } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'
import { figuresIn } from '../events/figures-repository.ts'
import { allConflictsIn } from './conflict-list.ts'
import { countWalkInsByGate } from './walk-ins-repository.ts'

type GateFigures = LiveEventFigures['gates']

/** Adds the people who were admitted without a card to the gates, the gate with the most people first, at most `MAX_LIVE_GATES`. */
function joinGates(gates: GateFigures, walkIns: readonly { name: string; people: number }[]): GateFigures {
  const arrived = new Map(gates.map(gate => [gate.name, gate.arrived]))
  for (const { name, people } of walkIns) arrived.set(name, (arrived.get(name) ?? 0) + people)
  return [...arrived]
    .map(([name, people]) => ({ name, arrived: people }))
    .sort((a, b) => b.arrived - a.arrived || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_LIVE_GATES)
}

export const liveFiguresIn = (db: Kysely<Tables>) => {
  /** Selects the admissions of an event that were not undone. With a join, PostgreSQL would read the scans of all events. */
  const selectAdmissions = (eventId: string) =>
    db
      .selectFrom('scans')
      .where(amongIdsCondition(db, sql.ref('scans.invitation_id'), sql`select id from invitations where event_id = ${eventId}`))
      .where('scans.outcome', '=', 'admitted')
      .where(notUndone)

  /** Reads the VIP guests of these events with whom somebody has arrived, the latest first. */
  async function readVipArrivals(eventIds: readonly string[]): Promise<VipArrival[]> {
    const vips = sql`select id from invitations
      where ${amongTextsCondition(db, sql.ref('event_id'), eventIds)} and is_vip = 1 and current_scans > 0`
    const rows = await db
      .with('arrived', cte =>
        cte
          .selectFrom('scans')
          .where(amongIdsCondition(db, sql.ref('scans.invitation_id'), vips))
          .where('scans.outcome', '=', 'admitted')
          .where(notUndone)
          .groupBy('scans.invitation_id')
          .select(['scans.invitation_id', sql<string>`min(scans.received_at)`.as('at')]),
      )
      .selectFrom('arrived')
      .innerJoin('invitations', 'invitations.id', 'arrived.invitation_id')
      .innerJoin('events', 'events.id', 'invitations.event_id')
      .select([
        'invitations.id as invitationId',
        'invitations.user_id as userId',
        'invitations.guest_name',
        'events.hides_names',
        'arrived.at',
      ])
      .orderBy('arrived.at', 'desc')
      .orderBy('invitations.id')
      .limit(MAX_LIVE_VIPS)
      .execute()
    return rows.map(({ guest_name, hides_names, ...row }) => ({ ...row, guestName: hides_names === 1 ? null : guest_name }))
  }

  return {
    /** Reads the figures of an event. Undefined when it no longer exists. */
    async event(eventId: string): Promise<LiveEventFigures | undefined> {
      const changed = await db
        .selectFrom('events')
        .select(eb => [
          'changed_at',
          eb
            .selectFrom('invitations')
            .select(sql<string | null>`max(changed_at)`.as('latest'))
            .where('event_id', '=', eventId)
            .as('invitationChangedAt'),
        ])
        .where('id', '=', eventId)
        .executeTakeFirst()
      if (!changed) return undefined
      const gates = await selectAdmissions(eventId)
        .select([sql<string>`coalesce(scans.gate, '')`.as('name'), sql<number>`sum(scans.people - scans.returned)`.as('arrived')])
        .groupBy('name')
        .orderBy('arrived', 'desc')
        .orderBy('name')
        .limit(MAX_LIVE_GATES)
        .execute()
      const last = await selectAdmissions(eventId)
        .select(['scans.happened_at as at', 'scans.people', 'scans.gate'])
        .select(sql<string>`(select guest_name from invitations where id = scans.invitation_id)`.as('guestName'))
        .orderBy('scans.happened_at', 'desc')
        .orderBy('scans.id', 'desc')
        .limit(MAX_LIVE_ARRIVALS)
        .execute()
      const walkInGates = await countWalkInsByGate(db, eventId)
      return {
        ...(await figuresIn(db).arrivalsAndAnswers(eventId)),
        ...(await figuresIn(db).insideOfEvent(eventId)),
        gates: joinGates(gates, walkInGates),
        walkIns: walkInGates.reduce((sum, { people }) => sum + people, 0),
        last,
        conflicts: await allConflictsIn(db).count({ userId: undefined, filter: 'unseen', eventId }),
        vipArrivals: await readVipArrivals([eventId]),
        changedAt: [changed.changed_at, changed.invitationChangedAt ?? ''].sort().at(-1)!,
      }
    },

    /** Reads the figures of all events in scope together, and those of each of the first `MAX_LIVE_EVENTS` events between two days. */
    async events(scope: Scope, days: { from: string; to: string }): Promise<LiveFiguresOfAllEvents> {
      const listed = await db
        .selectFrom('events')
        .select('id')
        .where('date', '>=', days.from)
        .where('date', '<=', days.to)
        .$if(scope.userId !== undefined, query => query.where(ownedCondition(scope, 'user_id', 'id')!))
        .orderBy('date')
        .orderBy('id')
        .limit(MAX_LIVE_EVENTS)
        .execute()
      const ids = listed.map(({ id }) => id)
      const counts = await figuresIn(db).ofEvents(ids)
      const latestChange = async (table: 'events' | 'invitations') => {
        const query = db.selectFrom(table).select(sql<string | null>`max(changed_at)`.as('at'))
        const isOwned = ownedCondition(scope, 'user_id', table === 'events' ? 'id' : 'event_id')
        return (await (isOwned === undefined ? query : query.where(isOwned)).executeTakeFirst())?.at ?? ''
      }
      const changedAt = [await latestChange('events'), await latestChange('invitations')].sort().at(-1)!
      return {
        ...(changedAt !== '' && { changedAt }),
        ...(await figuresIn(db).arrivals({ ...scope, eventIds: undefined })),
        events: ids.map(id => {
          const { arrived = 0, invited = 0, answered = 0 } = counts.get(id) ?? {}
          return { id, arrived, invited, answered }
        }),
        conflicts: await allConflictsIn(db).count({ ...scope, filter: 'unseen' }),
        vipArrivals: await readVipArrivals(ids),
      }
    },
  }
}
