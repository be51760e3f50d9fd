import { type Arrivals, type EventStats, fold, type Scope, type Stats } from '@hudur/core'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { inScope } from './repository.ts'

/** The starts of the periods of the figures, as ISO text. */
export type Windows = { recentSince: string; activeSince: string; weekSince: string }

/** An event by its name, which is folded for the comparison, and its day. */
export type ChosenEvent = { eventName: string; eventDate: string }

const scanned = sql<number>`coalesce(sum(case when current_scans > 0 then 1 else 0 end), 0)`
const arrived = sql<number>`coalesce(sum(case when current_scans < max_scans then current_scans else max_scans end), 0)`
const invited = sql<number>`coalesce(sum(max_scans), 0)`
const exceeding = sql<number>`coalesce(sum(case when current_scans > max_scans then current_scans - max_scans else 0 end), 0)`
const createdSince = (since: string) => sql<number>`coalesce(sum(case when created_at >= ${since} then 1 else 0 end), 0)`

export const figuresIn = (db: Kysely<Tables>) => ({
  /** Counts the invitations and the people in scope. */
  async totals(
    scope: Scope,
    { recentSince, activeSince, weekSince }: Windows,
  ): Promise<Omit<Stats, 'finishedEvents' | 'unfinishedEvents' | 'events'>> {
    const totalsRow = await db
      .selectFrom('invitations')
      .where(inScope(scope))
      .select(eb => [
        eb.fn.countAll<number>().as('total'),
        scanned.as('scanned'),
        createdSince(recentSince).as('recentGenerated'),
        createdSince(weekSince).as('thisWeek'),
        sql<number>`count(distinct case when created_at >= ${activeSince} then event_key end)`.as('activeEvents'),
        arrived.as('arrived'),
        invited.as('invited'),
      ])
      .executeTakeFirstOrThrow()
    return { ...totalsRow, unscanned: totalsRow.total - totalsRow.scanned }
  },

  /**
   * Counts the people admitted to an event, the people invited, and the admissions beyond the places. Without a `userId` each owner is
   * looked up in the index of events.
   */
  async arrivals({ userId }: Scope, { eventName, eventDate }: ChosenEvent): Promise<Arrivals> {
    return db
      .selectFrom('invitations')
      .where(eb => (userId === undefined ? eb('user_id', 'in', eb.selectFrom('users').select('users.id')) : eb('user_id', '=', userId)))
      .where('event_key', '=', fold(eventName))
      .where('event_date', '=', eventDate)
      .select([arrived.as('arrived'), invited.as('invited'), exceeding.as('exceeding')])
      .executeTakeFirstOrThrow()
  },

  /** Counts the people admitted and invited and the admissions beyond the places, over all invitations in scope; reads every row. */
  async allArrivals(scope: Scope): Promise<Arrivals> {
    return db
      .selectFrom('invitations')
      .where(inScope(scope))
      .select([arrived.as('arrived'), invited.as('invited'), exceeding.as('exceeding')])
      .executeTakeFirstOrThrow()
  },

  /** Reads the figures of each event in scope; an event is an owner, a folded name and a day. */
  async events(scope: Scope): Promise<EventStats[]> {
    const rows = await db
      .selectFrom('invitations')
      .where(inScope(scope))
      .groupBy(['user_id', 'event_key', 'event_date'])
      .select(eb => [
        eb.fn.min('event_name').as('eventName'),
        'event_date as eventDate',
        'user_id as userId',
        eb.selectFrom('users').whereRef('users.id', '=', 'invitations.user_id').select('full_name').as('ownerName'),
        eb.fn.countAll<number>().as('total'),
        scanned.as('scanned'),
        arrived.as('arrived'),
        invited.as('invited'),
        exceeding.as('exceeding'),
        sql<number>`min(case when current_scans >= max_scans then 1 else 0 end)`.as('finished'),
      ])
      .orderBy('event_date', 'desc')
      .orderBy('event_key')
      .execute()
    return rows.map(({ finished, ...row }) => ({ ...row, isFinished: finished === 1 }))
  },
})
