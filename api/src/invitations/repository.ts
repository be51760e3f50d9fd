import type { Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { NATIONAL_PHONE_DIGITS } from '@hudur/core/names/index-words'
import { type ExpressionBuilder, type Kysely, PostgresAdapter, type RawBuilder, type Selectable, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks, toChunks } from '../database/chunks.ts'
import { whereInScope, whereOfEvents } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows, PAGE_ROWS, readInPages } from '../database/listing.ts'
import { preparedQuery } from '../database/prepared.ts'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { GuestColumns, Tables } from '../database/schema.ts'
import { FACTS_WHERE_TOLD, IS_FORMER_ANSWER, IS_OUTDATED } from '../events/told-facts-repository.ts'
import { deleteWords, type GuestWord, insertWords, wordsOfGuest } from './guest-words-repository.ts'
import { COLUMNS, guestColumnsOf, type InvitationRow, toInvitation, toRow } from './rows.ts'

type InvitationFilter = NonNullable<EndpointInput<typeof contract.invitations.list>['filter']>

/** The selection of invitations by scope, filter and events, without a search text. Without `eventIds` those of all events. */
export type InvitationSelection = Scope & { filter?: InvitationFilter | undefined; eventIds?: readonly string[] | undefined }

/**
 * The columns and subqueries of an `InvitationRow`. The columns of the event are subqueries, because with a join the engines would not use
 * the same indexes.
 */
export const ROW_SELECTION = [
  ...COLUMNS.map(column => `invitations.${column}` as const),
  sql<string>`(select name from events where events.id = invitations.event_id)`.as('event_name'),
  sql<string>`(select date from events where events.id = invitations.event_id)`.as('event_date'),
  FACTS_WHERE_TOLD.as('event_facts'),
] as const

/** The selection of `ROW_SELECTION` in raw SQL. */
export const ROW_SELECTION_SQL = sql`invitations.*,
  (select name from events where events.id = invitations.event_id) as event_name,
  (select date from events where events.id = invitations.event_id) as event_date,
  ${FACTS_WHERE_TOLD} as event_facts`

type InvitationExpressions = ExpressionBuilder<Tables, 'invitations'>

/** Builds the condition for rows that were created at the same time as this one and follow it in list order; it uses an index. */
const whereLaterRowOfSameTime =
  ({ created_at, position, id }: InvitationRow) =>
  (eb: InvitationExpressions) =>
    eb.and([eb('created_at', '=', created_at), eb('position', '>=', position), eb.or([eb('position', '>', position), eb('id', '>', id)])])

/** The digits of a stored telephone number, and `phoneEnding` of it in SQL. */
const PHONE_DIGITS = ['+', ' ', '(', ')', '.', '-'].reduce((text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`, sql`phone`)
const PHONE_ENDING = sql`substr(${sql.lit('0'.repeat(NATIONAL_PHONE_DIGITS))} || ${PHONE_DIGITS}, length(${PHONE_DIGITS}) + 1)`

/** Builds the condition that another valid invitation of the same event and in scope has the same name or telephone number. */
const whereDuplicate = (which: InvitationSelection) => (eb: InvitationExpressions) => {
  const selected = eb.and([whereInScope(which)(eb), whereOfEvents(which)(eb), eb('is_cancelled', '=', 0)])
  const isRepeated = (key: RawBuilder<unknown>, hasKey: RawBuilder<unknown>) =>
    sql<boolean>`(${hasKey} and (event_id, ${key}) in (
      select event_id, ${key} from invitations where ${selected} and ${hasKey} group by 1, 2 having count(*) > 1))`
  return eb.or([isRepeated(sql`guest_key`, sql`guest_key <> ''`), isRepeated(PHONE_ENDING, sql`phone is not null`)])
}

/** Builds the condition that an invitation matches the filter of a list. */
const whereFilterMatches = (which: InvitationSelection) => (eb: ExpressionBuilder<Tables, 'invitations'>) => {
  const { filter = 'all' } = which
  const isValid = eb('is_cancelled', '=', 0)
  const isUnscanned = eb.and([isValid, eb('current_scans', '=', 0)])
  const isSent = eb('sent_at', 'is not', null)
  const isAnswered = eb.and([eb('answered_at', 'is not', null), eb.not(IS_FORMER_ANSWER)])
  const isDeclined = eb.and([isAnswered, eb('answered_people', '=', 0)])
  switch (filter) {
    case 'all':
      return eb.and([])
    case 'scanned':
    case 'arrived':
      return eb('current_scans', '>', 0)
    case 'unscanned':
      return isUnscanned
    case 'unsent':
      return eb.and([isUnscanned, eb('sent_at', 'is', null), eb('is_pending', '=', 0), eb.not(isDeclined)])
    case 'unopened':
      return eb.and([isUnscanned, isSent, eb('opened_at', 'is', null)])
    case 'unanswered':
      return eb.and([isUnscanned, isSent, eb.not(isAnswered)])
    case 'attending':
      return eb.and([isValid, isAnswered, eb('answered_people', '>', 0)])
    case 'declined':
      return eb.and([isValid, isDeclined])
    case 'outdated':
      return eb.and([isUnscanned, eb('is_pending', '=', 0), IS_OUTDATED])
    case 'without-phone':
      return eb.and([isValid, eb('phone', 'is', null)])
    case 'duplicates':
      return eb.and([isValid, whereDuplicate(which)(eb)])
    default:
      return eb('generation_type', '=', filter)
  }
}

/** Builds the condition of scope, event and filter together. */
export const whereSelected = (which: InvitationSelection) => (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  eb.and([whereInScope(which)(eb), whereOfEvents(which)(eb), whereFilterMatches(which)(eb)])

const findOfAnyOwner = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('invitations').select(ROW_SELECTION).where('id', '=', id),
)

const findOfOwner = preparedQuery((db, { id, userId }: { id: string; userId: string }) =>
  db.selectFrom('invitations').select(ROW_SELECTION).where('id', '=', id).where('user_id', '=', userId),
)

/** Reads an invitation in scope. The scopes of accounts that are nobody's partners have prepared statements, because every scan reads with them. */
async function findRowInScope(db: Kysely<Tables>, id: string, scope: Scope): Promise<{ rows: InvitationRow[] }> {
  if (scope.onlyEventId !== undefined || scope.partnerEventIds !== undefined)
    return { rows: await db.selectFrom('invitations').select(ROW_SELECTION).where('id', '=', id).where(whereInScope(scope)).execute() }
  return scope.userId === undefined ? findOfAnyOwner(db, { id }) : findOfOwner(db, { id, userId: scope.userId })
}

/** The column `children` of invitations that get this number of persons: as `boundedChildren`. */
const childrenWithin = (maxScans: number) => ({
  children: sql<number>`case when children > ${sql.lit(maxScans)} then ${sql.lit(maxScans)} else children end`,
})

/** The columns of invitations that get this event. An invitation that has it already was not moved. */
const movedTo = (eventId: string) => ({
  event_id: eventId,
  former_event_id: sql<string | null>`case when event_id = ${eventId} then former_event_id else event_id end`,
})

/** Invitations by their ids, as they were read before a write. */
export type KnownInvitations = ReadonlyMap<string, KnownInvitation>
export type KnownInvitation = { row: InvitationRow; invitation: Invitation }

/** Returns whether an invitation is as it was. A scan changes the count alone, and every other change `changed_at`. */
const isUnchanged = (known: KnownInvitation | undefined, row: Pick<InvitationRow, 'changed_at' | 'current_scans'>) =>
  known?.row.changed_at === row.changed_at && known.row.current_scans === row.current_scans

/** The columns of a deleted row from which its words and its tombstone are made. */
const DELETED_COLUMNS = ['id', 'user_id', 'guest_name', 'guest_key', 'phone', 'created_at', 'position'] as const

type Tombstone = Omit<Selectable<Tables['tombstones']>, 'refunded'>

/** Adds the tombstones of deleted invitations. */
const insertTombstones = rowSetStatement<Tombstone, never>(
  {
    ...{ id: 'text', user_id: 'text', guest_name: 'text', event_id: 'text', event_name: 'text', event_date: 'text' },
    deleted_at: 'text',
  },
  (db, given) =>
    db
      .insertInto('tombstones')
      .columns(['id', 'user_id', 'guest_name', 'event_id', 'event_name', 'event_date', 'deleted_at'])
      .expression(
        db
          .selectFrom(given)
          .select(['given.id', 'given.user_id', 'given.guest_name', 'given.event_id', 'given.event_name', 'given.event_date'])
          .select('given.deleted_at'),
      )
      .onConflict(c => c.doNothing()),
)

export const invitationsIn = (db: Kysely<Tables>) => {
  const idAmong = (ids: readonly string[]) => amongTextsCondition(db, sql`id`, ids)

  const selectMatching = (which: InvitationSelection) => db.selectFrom('invitations').where(whereSelected(which))

  const selectInListOrder = (which: InvitationSelection) =>
    selectMatching(which).select(ROW_SELECTION).orderBy('created_at', 'desc').orderBy('position').orderBy('id')

  /** Selects rows in the order of their ids and locks them. */
  const selectLocked = (rows: ReturnType<typeof selectMatching>) =>
    rows.orderBy('invitations.id').$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.forUpdate('invitations'))

  /** Reads the page after a row: first the rest of the rows with the same creation time, then older ones. */
  async function readPageAfter(which: InvitationSelection, last: InvitationRow) {
    const rows = await selectInListOrder(which).where(whereLaterRowOfSameTime(last)).limit(PAGE_ROWS).execute()
    if (rows.length === PAGE_ROWS) return rows
    const older = selectInListOrder(which).where('created_at', '<', last.created_at)
    return [...rows, ...(await older.limit(PAGE_ROWS - rows.length).execute())]
  }

  return {
    async find(id: string, scope: Scope) {
      const { rows } = await findRowInScope(db, id, scope)
      const [row] = rows
      return row && toInvitation(row)
    },

    /** Reads the invitations of `ids` in scope, in no order. */
    async findAll(ids: readonly string[], scope: Scope) {
      const rows = await readInChunks(ids, some =>
        db.selectFrom('invitations').select(ROW_SELECTION).where(idAmong(some)).where(whereInScope(scope)).execute(),
      )
      return rows.map(toInvitation)
    },

    /** Reads the invitations of `ids` in scope before a write, whose `lockAll` reads only those that have changed since. */
    async readKnown(ids: readonly string[], scope: Scope): Promise<KnownInvitations> {
      const rows = await readInChunks(ids, some =>
        db.selectFrom('invitations').select(ROW_SELECTION).where(idAmong(some)).where(whereInScope(scope)).execute(),
      )
      return new Map(rows.map(row => [row.id, { row, invitation: toInvitation(row) }]))
    },

    /**
     * Locks those of the invitations of `ids` that match, in the order of their ids, and returns them. Of `known` returns those that have not
     * changed since they were read.
     */
    async lockAll(ids: readonly string[], which: InvitationSelection, known: KnownInvitations) {
      const locked = await readInChunks([...ids].sort(), some =>
        selectLocked(selectMatching(which).where(idAmong(some)))
          .select(['invitations.id', 'changed_at', 'current_scans'])
          .execute(),
      )
      const changed = locked.filter(row => !isUnchanged(known.get(row.id), row)).map(({ id }) => id)
      const rows = await readInChunks(changed, some => db.selectFrom('invitations').select(ROW_SELECTION).where(idAmong(some)).execute())
      const read = new Map(rows.map(row => [row.id, toInvitation(row)]))
      return locked.map(({ id }) => read.get(id) ?? known.get(id)!.invitation)
    },

    /** Reads the owners of the invitations of `ids` in scope. */
    async ownersOf(ids: readonly string[], scope: Scope) {
      const rows = await readInChunks(ids, some =>
        db.selectFrom('invitations').select('user_id').distinct().where(idAmong(some)).where(whereInScope(scope)).execute(),
      )
      return new Set(rows.map(({ user_id }) => user_id))
    },

    count: (which: InvitationSelection) => countRows(selectMatching(which)),

    /** Reads a page: newest first; invitations created together in the order of their request. */
    async page(which: InvitationSelection, limit: number, offset: number) {
      return (await selectInListOrder(which).limit(limit).offset(offset).execute()).map(toInvitation)
    },

    /** Yields all invitations of `which` in list order, in pages by key, so that other reads run in between. */
    async *pages(which: InvitationSelection) {
      const pages = readInPages<InvitationRow>(last =>
        last ? readPageAfter(which, last) : selectInListOrder(which).limit(PAGE_ROWS).execute(),
      )
      for await (const rows of pages) yield rows.map(toInvitation)
    },

    /** Reads the invitations whose whole guest name is this one after folding, newest first. */
    async readByGuestName(name: string, where: InvitationSelection, limit: number) {
      const rows = await db
        .selectFrom('invitations')
        .select(ROW_SELECTION)
        .where('guest_key', '=', foldSpelling(name))
        .where(whereInScope(where))
        .where(whereOfEvents(where))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toInvitation)
    },

    /** Adds the invitations whose ids are free and returns their number. When an id is taken, the caller must roll the write back. */
    async add(invitations: readonly (Invitation & { eventId: string })[], linkId: string | null = null) {
      let added = 0
      const rows = invitations.map(toRow)
      for (const some of toChunks(rows)) {
        const { numInsertedOrUpdatedRows = 0n } = await db
          .insertInto('invitations')
          .values(some.map(row => ({ ...row, link_id: linkId })))
          .onConflict(c => c.column('id').doNothing())
          .executeTakeFirst()
        added += Number(numInsertedOrUpdatedRows)
      }
      if (added === rows.length) await insertWords(db, rows)
      recordChanges(invitations)
      return added
    },

    /** Saves the changes of a locked invitation. */
    async replace(before: Invitation, after: Invitation, now: Date) {
      const row = await db
        .updateTable('invitations')
        .set({
          ...movedTo(after.eventId!),
          ...guestColumnsOf(after),
          guest_key: foldSpelling(after.guestName),
          design_id: after.designId,
          changed_at: now.toISOString(),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (after.guestName !== before.guestName || after.phone !== before.phone) {
        await deleteWords(db, wordsOfGuest({ ...row, guest_key: foldSpelling(before.guestName), phone: before.phone }))
        await insertWords(db, [row])
      }
      recordChanges([before, after])
    },

    /** Saves these columns in all of the invitations, whose owners are locked. */
    async setInAll(
      invitations: readonly Invitation[],
      columns: Partial<Selectable<GuestColumns> & { skipped_in: string | null; event_id: string }>,
      now: Date,
    ) {
      for (const some of toChunks(invitations)) {
        const ids = some.map(({ id }) => id)
        await db
          .updateTable('invitations')
          .set({
            ...columns,
            ...(columns.event_id !== undefined && movedTo(columns.event_id)),
            ...(columns.max_scans !== undefined && childrenWithin(columns.max_scans)),
            changed_at: now.toISOString(),
          })
          .where(idAmong(ids))
          .execute()
      }
      recordChanges(invitations)
    },

    /** Returns the ids of `ids` that have a tombstone. */
    async tombstonesAmong(ids: string[]) {
      const rows = await readInChunks(ids, some => db.selectFrom('tombstones').select('id').where(idAmong(some)).execute())
      return rows.map(({ id }) => id)
    },

    /**
     * Deletes invitations and leaves a tombstone of each, so that devices delete them too. `wordsOf` returns the words of a guest where they
     * are known.
     */
    async removeAll(
      invitations: readonly Invitation[],
      now: Date,
      wordsOf: (invitation: Invitation) => readonly GuestWord[] | undefined = () => undefined,
    ) {
      const byId = new Map(invitations.map(invitation => [invitation.id, invitation]))
      for (const some of toChunks([...byId.keys()])) {
        const rows = await db.deleteFrom('invitations').where(idAmong(some)).returning(DELETED_COLUMNS).execute()
        const words = rows.flatMap(row => wordsOf(byId.get(row.id)!) ?? wordsOfGuest(row))
        await deleteWords(db, words)
        const tombstones = rows.map(({ id, user_id, guest_name }) => {
          const { eventId: event_id, eventName: event_name, eventDate: event_date } = byId.get(id)!
          return { id, user_id, guest_name, event_id, event_name, event_date, deleted_at: now.toISOString() }
        })
        await insertTombstones(db, tombstones)
      }
      recordChanges(invitations)
    },

    /** Reads the invitations of an event in the order of their ids and locks them, so that deleting them cannot deadlock with scans. */
    async lockOfEvent(eventId: string) {
      const locked = selectLocked(db.selectFrom('invitations').where('event_id', '=', eventId))
      return (await locked.select(ROW_SELECTION).execute()).map(toInvitation)
    },

    /** Marks tombstones as refunded. */
    async markAllRefunded(ids: readonly string[]) {
      for (const some of toChunks(ids)) await db.updateTable('tombstones').set({ refunded: 1 }).where(idAmong(some)).execute()
    },

    /** Marks a tombstone as not refunded. Returns false when it was not refunded, or there is no tombstone. */
    async unmarkRefunded(id: string) {
      const { numUpdatedRows } = await db
        .updateTable('tombstones')
        .set({ refunded: 0 })
        .where('id', '=', id)
        .where('refunded', '=', 1)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
