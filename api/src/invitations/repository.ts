import { fold, type Invitation, type Scope } from '@hudur/core'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { chunks } from '../database/chunks.ts'
import { PAGE, pagesOf } from '../database/listing.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'
import { deleteWords, insertWords } from './guest-words-repository.ts'
import { COLUMNS, type InvitationRow, toInvitation, toRow } from './rows.ts'

type Filter = 'all' | 'scanned' | 'unscanned' | Invitation['generationType']

/** The selection of invitations by scope, filter and event, without a search text. */
export type Which = Scope & { filter?: Filter | undefined } & EventOf

type Rows = ExpressionBuilder<Tables, 'invitations'>

/** Builds the condition for rows that were created at the same time as this one and follow it in list order; it uses an index. */
const laterOfSameTime =
  ({ created_at, position, id }: InvitationRow) =>
  (eb: Rows) =>
    eb.and([eb('created_at', '=', created_at), eb('position', '>=', position), eb.or([eb('position', '>', position), eb('id', '>', id)])])

/** Builds the condition that an invitation is in scope. */
export const inScope =
  ({ userId }: Scope) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and(userId === undefined ? [] : [eb('user_id', '=', userId)])

export type EventOf = { eventName?: string | undefined; eventDate?: string | undefined }

/** Builds the condition for the event's name and day, each only when it is given. */
export const ofEvent =
  ({ eventName, eventDate }: EventOf) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and([
      ...(eventName === undefined ? [] : [eb('event_key', '=', fold(eventName))]),
      ...(eventDate === undefined ? [] : [eb('event_date', '=', eventDate)]),
    ])

/** Builds the condition of the filter. */
const passesFilter =
  (filter: Filter = 'all') =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) => {
    if (filter === 'all') return eb.and([])
    if (filter === 'scanned') return eb('current_scans', '>', 0)
    return filter === 'unscanned' ? eb('current_scans', '=', 0) : eb('generation_type', '=', filter)
  }

/** Builds the condition of scope, event and filter together. */
export const isSelected = (which: Which) => (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  eb.and([inScope(which)(eb), ofEvent(which)(eb), passesFilter(which.filter)(eb)])

const findAnybodys = prepared((db, { id }: { id: string }) => db.selectFrom('invitations').select(COLUMNS).where('id', '=', id))

const findOwn = prepared((db, { id, userId }: { id: string; userId: string }) =>
  db.selectFrom('invitations').select(COLUMNS).where('id', '=', id).where('user_id', '=', userId),
)

type Count = { id: string; max: number; pending: number; counted: number; count: number; scannedAt: string | null; at: string }

const setCount = prepared((db, { id, max, pending, counted, count, scannedAt, at }: Count) =>
  db
    .updateTable('invitations')
    .set({ current_scans: count, scanned_at: scannedAt, changed_at: at })
    .where('id', '=', id)
    .where('current_scans', '=', counted)
    .where('max_scans', '=', max)
    .where('is_pending', '=', pending),
)

export const invitationsIn = (db: Kysely<Tables>) => {
  const matching = (which: Which) => db.selectFrom('invitations').where(isSelected(which))

  const inOrder = (which: Which) => matching(which).selectAll().orderBy('created_at', 'desc').orderBy('position').orderBy('id')

  /** Reads the page after a row: first the rest of the rows with the same creation time, then older ones. */
  async function pageAfter(which: Which, last: InvitationRow) {
    const rows = await inOrder(which).where(laterOfSameTime(last)).limit(PAGE).execute()
    if (rows.length === PAGE) return rows
    const older = inOrder(which).where('created_at', '<', last.created_at)
    return [...rows, ...(await older.limit(PAGE - rows.length).execute())]
  }

  return {
    async find(id: string, { userId }: Scope) {
      const [row] = (await (userId === undefined ? findAnybodys(db, { id }) : findOwn(db, { id, userId }))).rows
      return row && toInvitation(row)
    },

    /** Reads the invitations of `ids` that exist, in no order. */
    async findAll(ids: string[]) {
      const found: Invitation[] = []
      for (const some of chunks(ids)) {
        const rows = await db.selectFrom('invitations').selectAll().where('id', 'in', some).execute()
        found.push(...rows.map(toInvitation))
      }
      return found
    },

    async count(which: Which) {
      const { total } = await matching(which)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },

    /** Reads a page: newest first; invitations created together in the order of their request. */
    async page(which: Which, limit: number, offset: number) {
      return (await inOrder(which).limit(limit).offset(offset).execute()).map(toInvitation)
    },

    /** Yields all invitations of `which` in list order, in pages by key, so that other reads run in between. */
    async *pages(which: Which) {
      const pages = pagesOf<InvitationRow>(last => (last ? pageAfter(which, last) : inOrder(which).limit(PAGE).execute()))
      for await (const rows of pages) yield rows.map(toInvitation)
    },

    /** Reads the invitations whose whole guest name is this one after folding, newest first. */
    async readByGuestName(name: string, where: Scope & Partial<EventOf>, limit: number) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('guest_key', '=', fold(name))
        .where(inScope(where))
        .where(ofEvent(where))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toInvitation)
    },

    /** Adds the invitations whose ids are free and returns their number. When an id is taken, the caller must roll the write back. */
    async add(invitations: readonly Invitation[]) {
      let added = 0
      const rows = invitations.map(toRow)
      for (const some of chunks(rows)) {
        const { numInsertedOrUpdatedRows = 0n } = await db
          .insertInto('invitations')
          .values(some)
          .onConflict(c => c.column('id').doNothing())
          .executeTakeFirst()
        added += Number(numInsertedOrUpdatedRows)
      }
      // When an id is taken, the caller rolls everything back.
      if (added === rows.length) await insertWords(db, rows)
      return added
    },

    /** Saves `after` and returns true, unless the count, guest, telephone or design has changed since `before` was read. */
    async replace(before: Invitation, after: Invitation, now: Date) {
      const [row] = await db
        .updateTable('invitations')
        .set({
          event_name: after.eventName,
          event_key: fold(after.eventName),
          guest_name: after.guestName,
          guest_key: fold(after.guestName),
          max_scans: after.maxScans,
          phone: after.phone,
          design_id: after.designId,
          changed_at: now.toISOString(),
        })
        .where('id', '=', before.id)
        .where('current_scans', '=', before.currentScans)
        .where('design_id', 'is not distinct from', before.designId)
        .where('guest_name', '=', before.guestName)
        .where('phone', 'is not distinct from', before.phone)
        .returningAll()
        .execute()
      if (row && (after.guestName !== before.guestName || after.phone !== before.phone)) {
        await deleteWords(db, { ...row, guest_key: fold(before.guestName), phone: before.phone })
        await insertWords(db, [row])
      }
      return row !== undefined
    },

    /** Saves the count of `after` and returns true, unless the count, places or pending state has changed since `before` was read. */
    async replaceCount(before: Invitation, after: Invitation, now: Date) {
      const [{ id, maxScans: max, isPending, currentScans: counted }, { currentScans: count, scannedAt }] = [before, after]
      const { numAffectedRows } = await setCount(db, {
        id,
        max,
        pending: isPending ? 1 : 0,
        counted,
        count,
        scannedAt,
        at: now.toISOString(),
      })
      return numAffectedRows === 1n
    },

    /** Returns the ids of `ids` that have a tombstone. */
    async tombstonesAmong(ids: string[]) {
      const found = new Set<string>()
      for (const some of chunks(ids)) {
        const rows = await db.selectFrom('tombstones').select('id').where('id', 'in', some).execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },

    /**
     * Deletes an invitation and leaves a tombstone, so that devices delete it too. Returns the deleted invitation; undefined when another
     * call has deleted it meanwhile.
     */
    async remove(id: string, now: Date) {
      const row = await db.deleteFrom('invitations').where('id', '=', id).returning(COLUMNS).executeTakeFirst()
      if (!row) return undefined
      const { user_id, guest_name, event_name, event_date } = row
      await db
        .insertInto('tombstones')
        .values({ id, user_id, guest_name, event_name, event_date, deleted_at: now.toISOString() })
        .onConflict(c => c.column('id').doNothing())
        .execute()
      await deleteWords(db, row)
      return toInvitation(row)
    },

    /** Sets whether a tombstone is refunded. Returns false when it had this value already, or there is no tombstone. */
    async markRefunded(id: string, refunded: boolean) {
      const { numUpdatedRows } = await db
        .updateTable('tombstones')
        .set({ refunded: refunded ? 1 : 0 })
        .where('id', '=', id)
        .where('refunded', '=', refunded ? 0 : 1)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Reads the ids of an owner's pending invitations, oldest first. */
    async pendingIds(userId: string, limit: number) {
      const rows = await db
        .selectFrom('invitations')
        .select('id')
        .where('user_id', '=', userId)
        .where('is_pending', '=', 1)
        .orderBy('created_at')
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Counts an owner's pending invitations. */
    async countPending(userId: string) {
      const { total } = await db
        .selectFrom('invitations')
        .select(eb => eb.fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .where('is_pending', '=', 1)
        .executeTakeFirstOrThrow()
      return total
    },

    async release(ids: string[], now: Date) {
      for (const some of chunks(ids)) {
        await db.updateTable('invitations').set({ is_pending: 0, changed_at: now.toISOString() }).where('id', 'in', some).execute()
      }
    },
  }
}
