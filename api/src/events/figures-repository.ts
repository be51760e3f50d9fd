import type { Scope } from '@hudur/core/actor'
import { type Arrivals, TOLD_FACTS, type ToldFact } from '@hudur/core/events/contract'
import type { StatsPeriods } from '@hudur/core/invitations/figures'
import type { InvitationStats } from '@hudur/core/invitations/invitation'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { whereInScope, whereOfEvents } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'
import {
  EVENT_FACTS,
  HAS_FORMER_CODE,
  IS_FORMER_ANSWER,
  KNOWS_OTHER_PERSONS,
  KNOWS_OTHER_TABLE,
  parseFacts,
} from './told-facts-repository.ts'

const scannedCount = sql<number>`coalesce(sum(case when current_scans > 0 then 1 else 0 end), 0)`
/** Counts the invitations of `isUnscanned` of the core. */
const unscannedCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and current_scans = 0 then 1 else 0 end), 0)`
const arrivedPeople = sql<number>`coalesce(sum(case when current_scans < max_scans then current_scans else max_scans end), 0)`
/** Computes `countInvitedPeople` of the core in SQL: of a cancelled invitation only the admitted people count. */
const invitedPeople = sql<number>`case when is_cancelled = 1 and current_scans < max_scans then current_scans else max_scans end`
const invitedTotal = sql<number>`coalesce(sum(${invitedPeople}), 0)`
const exceedingPeople = sql<number>`coalesce(sum(case when current_scans > max_scans then current_scans - max_scans else 0 end), 0)`
/** The people who are inside now: `insideOf` of the core in SQL. */
const insidePeople = sql<number>`coalesce(sum(case when current_scans > outside then current_scans - outside else 0 end), 0)`
const sentCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and sent_at is not null then 1 else 0 end), 0)`
/** The people of the last answer, at most the persons of the invitation; null without an answer for the present day of the event. */
const answeredPeople = sql<number | null>`case when ${IS_FORMER_ANSWER} then null when answered_people > max_scans then max_scans
  else answered_people end`
/** Counts the invitations of `isUnsent` of the core. */
const unsentCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and is_pending = 0 and current_scans = 0 and sent_at is null
  and coalesce(${answeredPeople}, 1) > 0 then 1 else 0 end), 0)`
const answeredCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and ${answeredPeople} is not null then 1 else 0 end), 0)`
const formerAnswersCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and ${IS_FORMER_ANSWER} then 1 else 0 end), 0)`
const returnedPlaces = sql<number>`coalesce(sum(case when is_cancelled = 0 and current_scans = 0 and ${answeredPeople} = 0 then max_scans
  else 0 end), 0)`
/** Counts the invitations of `canBeThanked` of the core, whose guests were thanked (`is not`) or not (`is`). */
const countThanks = (isNull: 'is' | 'is not') =>
  sql<number>`coalesce(sum(case when is_cancelled = 0 and current_scans > 0 and thanked_at ${sql.raw(isNull)} null then 1 else 0 end), 0)`
const openedCount = sql<number>`coalesce(sum(case when is_cancelled = 0 and opened_at is not null then 1 else 0 end), 0)`
const attendingPeople = sql<number>`coalesce(sum(case when is_cancelled = 0 then ${answeredPeople} else 0 end), 0)`
const expectedPeople = sql<number>`coalesce(sum(case when is_cancelled = 1 then 0 else coalesce(${answeredPeople}, max_scans) end), 0)`
/** Compute the figures of children in SQL. An answer keeps its children when the persons of its invitation become fewer than these. */
const validChildren = sql<number>`coalesce(sum(case when is_cancelled = 0 then children else 0 end), 0)`
const answeredChildren = sql<number | null>`case when ${answeredPeople} is null then null when answered_children < ${answeredPeople}
  then answered_children else ${answeredPeople} end`
const attendingChildren = sql<number>`coalesce(sum(case when is_cancelled = 0 then ${answeredChildren} else 0 end), 0)`
const expectedChildren = sql<number>`coalesce(sum(case when is_cancelled = 1 then 0 else coalesce(${answeredChildren}, children) end), 0)`
const countCreatedSince = (since: string) => sql<number>`coalesce(sum(case when created_at >= ${since} then 1 else 0 end), 0)`

export const figuresIn = (db: Kysely<Tables>) => ({
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
  async arrivalsAndAnswers(eventId: string): Promise<Arrivals & { answered: number; expected: number; expectedChildren: number }> {
    return db
      .selectFrom('invitations')
      .where('event_id', '=', eventId)
      .select([arrivedPeople.as('arrived'), invitedTotal.as('invited'), exceedingPeople.as('exceeding')])
      .select([answeredCount.as('answered'), expectedPeople.as('expected'), expectedChildren.as('expectedChildren')])
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
        validChildren.as('invitedChildren'),
        attendingChildren.as('attendingChildren'),
        expectedChildren.as('expectedChildren'),
        formerAnswersCount.as('formerAnswers'),
        returnedPlaces.as('returnedPlaces'),
        countThanks('is not').as('thanked'),
        countThanks('is').as('unthanked'),
      ])
      .execute()
    return new Map(rows.map(({ event_id, ...counts }) => [event_id, counts]))
  },

  /** Counts the people of each event who were admitted without a card, by event id. Events without any are missing. */
  async walkInsOfEvents(ids: readonly string[]) {
    const rows = await db
      .selectFrom('walk_ins')
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .where('is_counted', '=', 1)
      .where('removed_at', 'is', null)
      .groupBy('event_id')
      .select(['event_id', sql<number>`sum(people)`.as('people')])
      .execute()
    return new Map(rows.map(({ event_id, people }) => [event_id, people]))
  },

  /** Counts the people of each event who are inside, without those who have no card, by event id. Events without invitations are missing. */
  async insideOfEvents(ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, number>()
    const rows = await db
      .selectFrom('invitations')
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .groupBy('event_id')
      .select(['event_id', insidePeople.as('people')])
      .execute()
    return new Map(rows.map(({ event_id, people }) => [event_id, people]))
  },

  /** Counts the people who are inside an event that counts exits, also those without a card, and reads its capacity. Otherwise empty. */
  async insideOfEvent(eventId: string | undefined): Promise<Pick<Arrivals, 'inside' | 'capacity'>> {
    if (eventId === undefined) return {}
    const event = await db.selectFrom('events').select(['counts_exits', 'capacity']).where('id', '=', eventId).executeTakeFirst()
    if (event?.counts_exits !== 1) return {}
    const guests = (await this.insideOfEvents([eventId])).get(eventId) ?? 0
    return { inside: guests + ((await this.walkInsOfEvents([eventId])).get(eventId) ?? 0), capacity: event.capacity }
  },

  /**
   * Counts the guests of each event who were told something that has changed, and returns what has changed, by event id. Events without
   * such guests are missing. The facts of an event are compared once for all guests who were told the same.
   */
  async outdatedOfEvents(ids: readonly string[]) {
    const countIf = (...conditions: RawBuilder<boolean>[]) =>
      sql<number>`sum(case when ${sql.join(conditions, sql` or `)} then 1 else 0 end)`
    const rows = await db
      .selectFrom('invitations')
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .where('told', 'is not', null)
      .where('is_cancelled', '=', 0)
      .where('is_pending', '=', 0)
      .where('current_scans', '=', 0)
      .groupBy(['event_id', 'told'])
      .select(eb => ['event_id', 'told', eb.fn.countAll<number>().as('all')])
      .select([countIf(KNOWS_OTHER_PERSONS).as('persons'), countIf(KNOWS_OTHER_TABLE).as('table'), countIf(HAS_FORMER_CODE).as('card')])
      .select(countIf(KNOWS_OTHER_PERSONS, KNOWS_OTHER_TABLE, HAS_FORMER_CODE).as('any'))
      .execute()
    const events = await db
      .selectFrom('events')
      .where(amongTextsCondition(db, sql.ref('id'), ids))
      .select(['id', EVENT_FACTS.as('facts')])
      .execute()
    const factsOf = new Map(events.map(({ id, facts }) => [id, facts]))
    const outdated = new Map<string, { outdated: number; facts: Set<ToldFact> }>()
    for (const { event_id, told, all, any, ...counts } of rows) {
      const now = factsOf.get(event_id) ?? ''
      const count = told === now ? any : all
      if (count === 0) continue
      const one = outdated.get(event_id) ?? { outdated: 0, facts: new Set() }
      outdated.set(event_id, one)
      one.outdated += count
      const [before, after] = [parseFacts(told ?? ''), parseFacts(now)]
      if (before.date !== after.date || before.time !== after.time) one.facts.add('moment')
      if (before.place !== after.place) one.facts.add('place')
      if (before.card !== after.card) one.facts.add('card')
      for (const fact of ['persons', 'table', 'card'] as const) if (counts[fact] > 0) one.facts.add(fact)
    }
    return new Map(
      [...outdated].map(([id, { outdated, facts }]) => [id, { outdated, outdatedFacts: TOLD_FACTS.filter(fact => facts.has(fact)) }]),
    )
  },

  /**
   * Reads the figures of each event in scope that has invitations, the latest day first, and of all of them together. All are counted in one
   * pass, because it reads every invitation in scope.
   */
  async stats(scope: Scope, { recentSince, activeSince, weekSince }: StatsPeriods): Promise<InvitationStats> {
    const figures = db
      .selectFrom('invitations')
      .where(whereInScope(scope))
      .groupBy('event_id')
      .select(eb => [
        'event_id',
        eb.fn.countAll<number>().as('total'),
        scannedCount.as('scanned'),
        unscannedCount.as('unscanned'),
        countCreatedSince(recentSince).as('recent'),
        countCreatedSince(weekSince).as('ofWeek'),
        eb.fn.max('created_at').as('newest'),
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
      .select(['users.full_name as ownerName', 'events.name_key as nameKey', 'total', 'scanned', 'unscanned', 'recent', 'ofWeek', 'newest'])
      .select(['arrived', 'invited', 'exceeding', 'finished'])
      .orderBy('events.date', 'desc')
      .orderBy('events.name_key')
      .execute()
    const sumOf = (figure: 'total' | 'scanned' | 'unscanned' | 'recent' | 'ofWeek' | 'arrived' | 'invited') =>
      rows.reduce((sum, row) => sum + row[figure], 0)
    const events = rows.map(
      ({ finished, nameKey: _, unscanned: _unscanned, recent: _recent, ofWeek: _ofWeek, newest: _newest, ...row }) => ({
        ...row,
        isFinished: finished === 1,
      }),
    )
    const finishedEvents = events.filter(({ isFinished }) => isFinished).length
    return {
      ...{ events, finishedEvents, unfinishedEvents: events.length - finishedEvents },
      ...{ total: sumOf('total'), scanned: sumOf('scanned'), unscanned: sumOf('unscanned') },
      ...{ recentGenerated: sumOf('recent'), thisWeek: sumOf('ofWeek') },
      activeEvents: new Set(rows.filter(({ newest }) => newest >= activeSince).map(({ nameKey }) => nameKey)).size,
      ...{ arrived: sumOf('arrived'), invited: sumOf('invited') },
    }
  },
})
