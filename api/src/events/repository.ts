import type { Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import type { EventDetails, EventSummary } from '@hudur/core/events/contract'
import { eventFieldEntries, eventFields } from '@hudur/core/events/event-fields'
import type * as eventRules from '@hudur/core/events/rules'
import { indexWordsOfKey } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch } from '@hudur/core/names/search'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { readInChunks } from '../database/chunks.ts'
import { ownedCondition, scopeConditions } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows, readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { figuresIn } from './figures-repository.ts'
import { houseColumn, parseHouse } from './house-column.ts'

/** A row of `events` without the code of its trial card, which no view of an event has. */
type EventRow = Omit<Selectable<Tables['events']>, 'trial_code'>

const COLUMNS = ['events.name_key', ...Object.values(eventFields).map(({ column }) => `events.${column}` as const)] as const

const toEvent = (row: EventRow) =>
  ({
    ...Object.fromEntries(eventFieldEntries.map(([field, { column }]) => [field, row[column as keyof EventRow]])),
    hidesNames: row.hides_names === 1,
    asksChildren: row.asks_children === 1,
    countsExits: row.counts_exits === 1,
    house: parseHouse(row.house),
    sideMessages: row.side_messages === null ? [] : JSON.parse(row.side_messages),
  }) as EventDetails

const toRow = (event: EventDetails) =>
  ({
    ...Object.fromEntries(eventFieldEntries.map(([field, { column }]) => [column, event[field]])),
    name_key: foldSpelling(event.name),
    hides_names: event.hidesNames ? 1 : 0,
    asks_children: event.asksChildren ? 1 : 0,
    counts_exits: event.countsExits ? 1 : 0,
    house: houseColumn(event.house),
    side_messages: event.sideMessages.length === 0 ? null : JSON.stringify(event.sideMessages),
  }) as EventRow

/** How many former names an event has at most. */
const MAX_FORMER_NAMES = 20

/** The id of an event that was found by a name and a day. `isFormer`: the event had them only in the past. */
type EventByName = { id: string; isFormer: boolean }

/** The selection of events. Events before `earliestDay` (`YYYY-MM-DD`) are past, the others coming. */
export type EventSelection = Scope & { search?: string | undefined; filter?: 'coming' | 'past' | undefined; earliestDay: string }

/** The selection of a device's replica: the events of these days (inclusive), and these events of other days. */
export type ReplicaSelection = { days: { from: string; to: string }; openedIds: readonly string[] }

const whereInScope = (scope: Scope) => (eb: ExpressionBuilder<Tables, 'events'>) =>
  eb.and(scopeConditions(scope, 'events.user_id', 'events.id'))

/** Builds the condition that an event is in a device's replica. */
export const whereInReplica =
  ({ days, openedIds }: ReplicaSelection) =>
  (eb: ExpressionBuilder<Tables, 'events'>) =>
    eb.or([
      eb.and([eb('events.date', '>=', days.from), eb('events.date', '<=', days.to)]),
      ...(openedIds.length > 0 ? [eb('events.id', 'in', openedIds)] : []),
    ])

/** The condition that the event id in a row of `event_names` belongs to no event of another owner, deleted or not. */
const isFreeForOwner = sql<boolean>`
  not exists (select 1 from events as other where other.id = event_names.event_id and other.user_id <> event_names.user_id)
  and not exists (select 1 from event_tombstones as other where other.id = event_names.event_id and other.user_id <> event_names.user_id)`

export const eventsIn = (db: Kysely<Tables>) => {
  const selectMatching = (which: EventSelection) =>
    db
      .selectFrom('events')
      .where(whereInScope(which))
      .$if(which.filter === 'coming', query => query.where('events.date', '>=', which.earliestDay))
      .$if(which.filter === 'past', query => query.where('events.date', '<', which.earliestDay))

  const findRow = (id: string, scope: Scope) =>
    db.selectFrom('events').select(COLUMNS).where('events.id', '=', id).where(whereInScope(scope)).executeTakeFirst()

  /** Reads the ids of the events whose name matches a search, in no order. The names of all selected events are compared in memory. */
  async function findIdsByName(which: EventSelection, searchText: string) {
    const search = parseSearch(searchText)
    const rows = await selectMatching(which).select(['events.id', 'events.name_key']).execute()
    return rows.filter(({ name_key }) => matchSearch(indexWordsOfKey(name_key, null), search) !== undefined).map(({ id }) => id)
  }

  const prepareSearch = async (which: EventSelection) => {
    const ids = which.search ? await findIdsByName(which, which.search) : undefined
    return () =>
      selectMatching(which).$if(ids !== undefined, query => query.where(amongTextsCondition(db, sql.ref('events.id'), ids ?? [])))
  }

  /** Returns the events of rows with their counts, owner names, designs and pictures; one query reads each of these for all rows. */
  async function addCounts(rows: EventRow[]): Promise<EventSummary[]> {
    const ids = rows.map(({ id }) => id)
    const countsOf = await figuresIn(db).ofEvents(ids)
    const walkInsOf = await figuresIn(db).walkInsOfEvents(ids)
    const insideOf = await figuresIn(db).insideOfEvents(rows.filter(row => row.counts_exits === 1).map(({ id }) => id))
    const outdatedOf = await figuresIn(db).outdatedOfEvents(ids)
    const designs = await db
      .selectFrom('designs')
      .select(['id', 'event_id'])
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .execute()
    const owners = await db
      .selectFrom('users')
      .select(['id', 'full_name'])
      .where(amongTextsCondition(db, sql.ref('id'), new Set(rows.map(({ user_id }) => user_id))))
      .execute()
    const pictures = await db
      .selectFrom('event_pictures')
      .select(['id', 'event_id'])
      .where(amongTextsCondition(db, sql.ref('event_id'), ids))
      .execute()
    const designOf = new Map(designs.map(({ id, event_id }) => [event_id, id]))
    const pictureOf = new Map(pictures.map(({ id, event_id }) => [event_id, id]))
    const ownerOf = new Map(owners.map(({ id, full_name }) => [id, full_name]))
    return rows.map(row => ({
      ...toEvent(row),
      ownerName: ownerOf.get(row.user_id) ?? null,
      designId: designOf.get(row.id) ?? null,
      pictureId: pictureOf.get(row.id) ?? null,
      walkIns: walkInsOf.get(row.id) ?? 0,
      ...(row.counts_exits === 1 && { inside: (insideOf.get(row.id) ?? 0) + (walkInsOf.get(row.id) ?? 0) }),
      ...(countsOf.get(row.id) ?? {
        invitations: 0,
        invited: 0,
        arrived: 0,
        sent: 0,
        unsent: 0,
        opened: 0,
        answered: 0,
        attending: 0,
        expected: 0,
        invitedChildren: 0,
        attendingChildren: 0,
        expectedChildren: 0,
        formerAnswers: 0,
        returnedPlaces: 0,
        thanked: 0,
        unthanked: 0,
      }),
      ...(outdatedOf.get(row.id) ?? { outdated: 0, outdatedFacts: [] }),
    }))
  }

  return {
    async count(which: EventSelection) {
      const query = await prepareSearch(which)
      return countRows(query())
    },

    /** Reads a page of events with their counts: coming ones with the next first, otherwise the latest first. */
    async page(which: EventSelection, limit: number, offset: number) {
      const query = await prepareSearch(which)
      const rows = await query()
        .select(COLUMNS)
        .orderBy('events.date', which.filter === 'coming' ? 'asc' : 'desc')
        .orderBy('events.name_key')
        .orderBy('events.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return addCounts(rows)
    },

    pages(which: EventSelection) {
      return readInPages<EventSummary>((_last, limit, offset) => this.page(which, limit, offset))
    },

    async find(id: string, scope: Scope): Promise<EventDetails | undefined> {
      const row = await findRow(id, scope)
      return row && toEvent(row)
    },

    async summary(id: string, scope: Scope): Promise<EventSummary | undefined> {
      const row = await findRow(id, scope)
      return row && (await addCounts([row]))[0]
    },

    /**
     * Reads the id of the owner's event with this name and day. Without one, reads the id of the event, maybe deleted, that had them last.
     */
    async findByName(userId: string, { eventName, eventDate }: { eventName: string; eventDate: string }): Promise<EventByName | undefined> {
      const key = foldSpelling(eventName)
      const current = await db
        .selectFrom('events')
        .select('id')
        .where('user_id', '=', userId)
        .where('name_key', '=', key)
        .where('date', '=', eventDate)
        .executeTakeFirst()
      if (current) return { id: current.id, isFormer: false }
      const former = await db
        .selectFrom('event_names')
        .select('event_id as id')
        .where('user_id', '=', userId)
        .where('name_key', '=', key)
        .where('date', '=', eventDate)
        .where(isFreeForOwner)
        .executeTakeFirst()
      return former && { id: former.id, isFormer: true }
    },

    /**
     * Returns the ids of the chosen events; undefined when all are chosen. An `eventId` is returned without a check whether it is in scope,
     * so the caller must restrict its query to the scope too. A name and a day choose the events in scope that have them now, or, for an
     * owner without such an event, the event that had them before.
     */
    async idsOf(scope: Scope, { eventId, eventName, eventDate }: eventRules.EventFilter): Promise<string[] | undefined> {
      const { userId, partnerEventIds = [], onlyEventId } = scope
      if (onlyEventId !== undefined) return [onlyEventId]
      if (eventId !== undefined) return [eventId]
      if (eventName === undefined && eventDate === undefined) return undefined
      const key = eventName === undefined ? undefined : foldSpelling(eventName)
      const current = await db
        .selectFrom('events')
        .select(['id', 'user_id'])
        .where(whereInScope({ userId, partnerEventIds }))
        .$if(key !== undefined, query => query.where('name_key', '=', key!))
        .$if(eventDate !== undefined, query => query.where('date', '=', eventDate!))
        .execute()
      if (key === undefined || eventDate === undefined) return current.map(({ id }) => id)
      const former = await db
        .selectFrom('event_names')
        .select(['event_id as id', 'user_id'])
        .where('name_key', '=', key)
        .where('date', '=', eventDate)
        .$if(userId !== undefined, query => query.where(ownedCondition(scope, 'user_id', 'event_id')!))
        .execute()
      const owners = new Set(current.map(({ user_id }) => user_id))
      return [...current, ...former.filter(({ user_id }) => !owners.has(user_id))].map(({ id }) => id)
    },

    /**
     * Adds an event and deletes its tombstone. Returns false when its id, or its name and day among the owner's events, is taken. The id of
     * another owner's deleted event is taken too; the caller must then roll the write back.
     */
    async add(event: EventDetails) {
      await db.deleteFrom('event_tombstones').where('id', '=', event.id).where('user_id', '=', event.userId).execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('events')
        .values(toRow(event))
        .onConflict(c => c.doNothing())
        .executeTakeFirst()
      recordChange({ userId: event.userId, eventId: event.id })
      // Read after the insertion, which waits for a deletion of an event with this id that has not ended.
      const tombstone = await db.selectFrom('event_tombstones').select('id').where('id', '=', event.id).executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n && !tombstone
    },

    /** Saves the fields of an event whose owner is locked. */
    async save(event: EventDetails) {
      await db.updateTable('events').set(toRow(event)).where('id', '=', event.id).execute()
      recordChange({ userId: event.userId, eventId: event.id })
    },

    /**
     * Marks the invitations of an event as changed, so that devices download them: all of them, or those whose guests were told something.
     * Returns their number.
     */
    async markInvitationsChanged(eventId: string, which: 'all' | 'told', now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ changed_at: now.toISOString() })
        .where('event_id', '=', eventId)
        .$if(which === 'told', query => query.where('told', 'is not', null))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /** Reports a change of all links of an event, because their end or the names that they may show have changed. */
    async noteChangeOfLinks(eventId: string) {
      const links = await db.selectFrom('links').select(['id', 'user_id as userId']).where('event_id', '=', eventId).execute()
      for (const { id, userId } of links) recordChange({ userId, linkId: id })
    },

    /** Makes the cards of an event show its place also where their design had another one. */
    async showPlaceOnCards(eventId: string) {
      await db.updateTable('designs').set({ own_place: null }).where('event_id', '=', eventId).execute()
    },

    /** Reads the code of an event's trial card; null where it has none. */
    async trialCodeOf(id: string) {
      const row = await db.selectFrom('events').select('trial_code').where('id', '=', id).executeTakeFirst()
      return row?.trial_code ?? null
    },

    /** Saves the code of the trial card of an event whose owner is locked. */
    async saveTrialCode(id: string, code: string) {
      await db.updateTable('events').set({ trial_code: code }).where('id', '=', id).execute()
    },

    /** Reads the id of an event's design; null where it has none. */
    async designIdOf(eventId: string) {
      const row = await db.selectFrom('designs').select('id').where('event_id', '=', eventId).executeTakeFirst()
      return row?.id ?? null
    },

    /** Returns whether an event hid names when it was deleted. */
    async hidNames(id: string, userId: string) {
      const row = await db
        .selectFrom('event_tombstones')
        .select('hides_names')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.hides_names === 1
    },

    /** Deletes an event that has no invitations and no design. Its name and a tombstone remain. */
    async remove(event: EventDetails, now: Date) {
      const { id, userId } = event
      await this.addFormerName(event, now)
      await db.deleteFrom('events').where('id', '=', id).execute()
      const tombstone = { user_id: userId, hides_names: event.hidesNames ? 1 : 0, deleted_at: now.toISOString() }
      await db
        .insertInto('event_tombstones')
        .values({ id, ...tombstone })
        .onConflict(c => c.column('id').doUpdateSet(tombstone))
        .execute()
      recordChange({ userId, eventId: id })
    },

    /** Records an event's name and day as former ones before they change. Only the latest `MAX_FORMER_NAMES` of an event are kept. */
    async addFormerName({ id, userId, name, date }: EventDetails, now: Date) {
      await db
        .insertInto('event_names')
        .values({ user_id: userId, name_key: foldSpelling(name), date, event_id: id, ended_at: now.toISOString() })
        .onConflict(c => c.columns(['user_id', 'name_key', 'date']).doUpdateSet({ event_id: id, ended_at: now.toISOString() }))
        .execute()
      const ofEvent = db.selectFrom('event_names').select('ended_at').where('event_id', '=', id)
      const oldest = await ofEvent.orderBy('ended_at', 'desc').offset(MAX_FORMER_NAMES).limit(1).executeTakeFirst()
      if (oldest) await db.deleteFrom('event_names').where('event_id', '=', id).where('ended_at', '<=', oldest.ended_at).execute()
    },

    countOf: (userId: string) => countRows(db.selectFrom('events').where('user_id', '=', userId)),

    /** Reads the folded name of every event in scope, for a search. */
    async nameKeys(scope: Scope) {
      return db.selectFrom('events').select(['id', 'name_key']).where(whereInScope(scope)).execute()
    },

    /** Reads events in scope by id. */
    async findAll(ids: readonly string[], scope: Scope): Promise<EventDetails[]> {
      const rows = await readInChunks(ids, some =>
        db.selectFrom('events').select(COLUMNS).where('id', 'in', some).where(whereInScope(scope)).execute(),
      )
      return rows.map(toEvent)
    },

    /** Reads the events of a device's replica, or those that changed at or after `since`; a changed event may have left the replica. */
    async changed(scope: Scope, replica: ReplicaSelection, since: string | undefined): Promise<EventDetails[]> {
      const rows = await db
        .selectFrom('events')
        .select(COLUMNS)
        .where(whereInScope(scope))
        .where(eb => (since === undefined ? whereInReplica(replica)(eb) : eb('changed_at', '>=', since)))
        .orderBy('date')
        .orderBy('id')
        .execute()
      return rows.map(toEvent)
    },

    /** Reads the ids of the events that were deleted at or after `since`. */
    async removedSince(scope: Scope, since: string) {
      const rows = await db
        .selectFrom('event_tombstones')
        .select('id')
        .where('deleted_at', '>=', since)
        .where(eb => eb.and(scopeConditions(scope, 'user_id', 'id')))
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
