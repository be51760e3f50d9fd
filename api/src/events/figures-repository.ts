import type { Scope } from '@hudur/core/actor'
import type { Arrivals } from '@hudur/core/events/contract'
import type { StatsPeriods } from '@hudur/core/invitations/figures'
import type { InvitationStats } from '@hudur/core/invitations/invitation'
import { type Kysely, sql } from 'kysely'
import { whereInScope, whereOfEvents } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'

type EventFigures = Pick<InvitationStats, 'events' | 'finishedEvents' | 'unfinishedEvents'>

const scannedCount = sql<number>`coalesce(sum(case when current_scans > 0 then 1 else 0 end), 0)`
const arrivedPeople = sql<number>`coalesce(sum(case when current_scans < max_scans then current_scans else max_scans end), 0)`
/** Computes `countInvitedPeople` of the core in SQL: of a cancelled invitation only the admitted people count. */
const invitedPeople = sql<number>`case when is_cancelled = 1 and current_scans < max_scans then current_scans else max_scans end`
const invitedTotal = sql<number>`coalesce(sum(${invitedPeople}), 0)`
const exceedingPeople = sql<number>`coalesce(sum(case when current_scans > max_scans then current_scans - max_scans else 0 end), 0)`
const sentCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and sent_at is not null then 1 else 0 end), 0)`
const unsentCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and is_pending = 0 and sent_at is null then 1 else 0 end), 0)`
const answeredCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and answered_at is not null then 1 else 0 end), 0)`
const openedCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and opened_at is not null then 1 else 0 end), 0)`
const attendingPeople = sql<number>`coalesce(sum(case when is_cancelled = 0 then answered_people else 0 end), 0)`
const expectedPeople = sql<number>`coalesce(sum(case when is_cancelled = 1 then 0 when answered_at is null then max_scans else answered_people end), 0)`
const countCreatedSince = (since: string) => sql<number>`coalesce(sum(case when created_at >= ${since} then 1 else 0 end), 0)`

export const figuresIn = (db: Kysely<Tables>) => ({
  /** Counts the invitations and the people in scope. */
  async totals(scope: Scope, { recentSince, activeSince, weekSince }: StatsPeriods): Promise<Omit<InvitationStats, keyof EventFigures>> {
    const totalsRow = await db
      .selectFrom('invitations')
      .where(whereInScope(scope))
      .select(eb => [
        eb.fn.countAll<number>().as('total'),
        scannedCount.as('scanned'),
        countCreatedSince(recentSince).as('recentGenerated'),
        countCreatedSince(weekSince).as('thisWeek'),
        sql<number>`count(distinct case when created_at >= ${activeSince}
          then (select name_key from events where events.id = event_id) end)`.as('activeEvents'),
        arrivedPeople.as('arrived'),
        invitedTotal.as('invited'),
      ])
      .executeTakeFirstOrThrow()
    return { ...totalsRow, unscanned: totalsRow.total - totalsRow.scanned }
  },

  /** Counts the people admitted, invited, and admitted beyond the invited number. Without `eventIds` it counts those of all events. */
  async arrivals(which: Scope & { eventIds: readonly string[] | undefined }): Promise<Arrivals> {
    return db
      .selectFrom('invitations')
      .where(whereInScope(which))
      .where(whereOfEvents(which))
      .select([arrivedPeople.as('arrived'), invitedTotal.as('invited'), exceedingPeople.as('exceeding')])
      .executeTakeFirstOrThrow()
  },

  /** Counts the arrivals of an event, the invitations with an answer, and the people who are expected. */
  async arrivalsAndAnswers(eventId: string): Promise<Arrivals & { answered: number; expected: number }> {
    return db
      .selectFrom('invitations')
      .where('event_id', '=', eventId)
      .select([arrivedPeople.as('arrived'), invitedTotal.as('invited'), exceedingPeople.as('exceeding')])
      .select([answeredCount.as('answered'), expectedPeople.as('expected')])
      .executeTakeFirstOrThrow()
  },

  /** Counts the invitations and people of each event, by event id. Events without invitations are missing. */
  async ofEvents(ids: readonly string[]) {
    const rows = await db
      .selectFrom('invitations')
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .groupBy('event_id')
      .select(eb => ['event_id', eb.fn.countAll<number>().as('invitations'), invitedTotal.as('invited'), arrivedPeople.as('arrived')])
      .select([
        sentCount.as('sent'),
        unsentCount.as('unsent'),
        openedCount.as('opened'),
        answeredCount.as('answered'),
        attendingPeople.as('attending'),
        expectedPeople.as('expected'),
      ])
      .execute()
    return new Map(rows.map(({ event_id, ...counts }) => [event_id, counts]))
  },

  /** Reads the figures of each event in scope that has invitations, the latest day first, and counts the finished ones. */
  async events(scope: Scope): Promise<EventFigures> {
    const figures = db
      .selectFrom('invitations')
      .where(whereInScope(scope))
      .groupBy('event_id')
      .select(eb => [
        'event_id',
        eb.fn.countAll<number>().as('total'),
        scannedCount.as('scanned'),
        arrivedPeople.as('arrived'),
        invitedTotal.as('invited'),
        exceedingPeople.as('exceeding'),
        sql<number>`min(case when current_scans >= ${invitedPeople} then 1 else 0 end)`.as('finished'),
      ])
    const rows = await db
      .selectFrom(figures.as('figures'))
      .innerJoin('events', 'events.id', 'figures.event_id')
      .leftJoin('users', 'users.id', 'events.user_id')
      .select(['events.id as eventId', 'events.name as eventName', 'events.date as eventDate', 'events.user_id as userId'])
      .select(['users.full_name as ownerName', 'total', 'scanned', 'arrived', 'invited', 'exceeding', 'finished'])
      .orderBy('events.date', 'desc')
      .orderBy('events.name_key')
      .execute()
    const events = rows.map(({ finished, ...row }) => ({ ...row, isFinished: finished === 1 }))
    const finishedEvents = events.filter(({ isFinished }) => isFinished).length
    return { events, finishedEvents, unfinishedEvents: events.length - finishedEvents }
  },
})
