import type { Scope } from '@hudur/core/actor'
import {
  type LiveEventFigures,
  type LiveFiguresOfAllEvents,
  MAX_LIVE_ARRIVALS,
  MAX_LIVE_EVENTS,
  MAX_LIVE_GATES,
} from '@hudur/core/events/contract'
import { type Kysely, sql } from 'kysely'
import { notUndone } from '../database/conditions.ts'
import { amongIdsCondition } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'
import { figuresIn } from '../events/figures-repository.ts'
import { conflictsIn } from './conflicts-repository.ts'

export const liveFiguresIn = (db: Kysely<Tables>) => {
  /** Selects the admissions of an event that were not undone. With a join, PostgreSQL would read the scans of all events. */
  const selectAdmissions = (eventId: string) =>
    db
      .selectFrom('scans')
      .where(amongIdsCondition(db, sql.ref('scans.invitation_id'), sql`select id from invitations where event_id = ${eventId}`))
      .where('scans.outcome', '=', 'admitted')
      .where(notUndone)

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
        .select([sql<string>`coalesce(scans.gate, '')`.as('name'), sql<number>`sum(scans.people)`.as('arrived')])
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
      return {
        ...(await figuresIn(db).arrivalsAndAnswers(eventId)),
        gates,
        last,
        conflicts: await conflictsIn(db).count({ userId: undefined, filter: 'unseen', eventId }),
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
        .$if(scope.userId !== undefined, query => query.where('user_id', '=', scope.userId!))
        .orderBy('date')
        .orderBy('id')
        .limit(MAX_LIVE_EVENTS)
        .execute()
      const ids = listed.map(({ id }) => id)
      const counts = await figuresIn(db).ofEvents(ids)
      const latestChange = async (table: 'events' | 'invitations') => {
        const query = db.selectFrom(table).select(sql<string | null>`max(changed_at)`.as('at'))
        return (await (scope.userId === undefined ? query : query.where('user_id', '=', scope.userId)).executeTakeFirst())?.at ?? ''
      }
      const changedAt = [await latestChange('events'), await latestChange('invitations')].sort().at(-1)!
      return {
        ...(changedAt !== '' && { changedAt }),
        ...(await figuresIn(db).arrivals({ ...scope, eventIds: undefined })),
        events: ids.map(id => {
          const { arrived = 0, invited = 0, answered = 0 } = counts.get(id) ?? {}
          return { id, arrived, invited, answered }
        }),
        conflicts: await conflictsIn(db).count({ ...scope, filter: 'unseen' }),
      }
    },
  }
}
