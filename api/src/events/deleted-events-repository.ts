import type { Scope } from '@hudur/core/actor'
import { DELETED_EVENT_DAYS, type DeletedEvent, MAX_DELETED_EVENTS, MAX_KEPT_EVENT_PICTURES } from '@hudur/core/events/contract'
import type { Kysely, Selectable } from 'kysely'
import { countRows, readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

const DAY_MS = 86_400_000

type Row = Selectable<Tables['deleted_events']>

/** Returns until when an event that was deleted at this time can be restored. */
export const restorableUntil = (deletedAt: string) => new Date(Date.parse(deletedAt) + DELETED_EVENT_DAYS * DAY_MS).toISOString()

const toDeletedEvent = ({ id, user_id, name, date, invitations, deleted_at }: Row, ownerName: string | null): DeletedEvent => ({
  ...{ id, userId: user_id, ownerName, name, date, invitations },
  ...{ deletedAt: deleted_at, restorableUntil: restorableUntil(deleted_at) },
})

/** A selection of the deleted events in scope that can be restored at the time `now`; their rows may be deleted later. */
type DeletedEventSelection = Scope & { now: Date }

/** Deleted events that can be restored. */
export const deletedEventsIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ userId, now }: DeletedEventSelection) =>
    db
      .selectFrom('deleted_events')
      .where('deleted_events.deleted_at', '>=', new Date(now.getTime() - DELETED_EVENT_DAYS * DAY_MS).toISOString())
      .$if(userId !== undefined, query => query.where('deleted_events.user_id', '=', userId!))

  return {
    count: (which: DeletedEventSelection) => countRows(selectMatching(which)),

    /** Reads a page, the last deleted first. */
    async page(which: DeletedEventSelection, limit: number, offset: number): Promise<DeletedEvent[]> {
      const rows = await selectMatching(which)
        .leftJoin('users', 'users.id', 'deleted_events.user_id')
        .selectAll('deleted_events')
        .select('users.full_name')
        .orderBy('deleted_events.deleted_at', 'desc')
        .orderBy('deleted_events.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(row => toDeletedEvent(row, row.full_name))
    },

    pages(which: DeletedEventSelection) {
      return readInPages<DeletedEvent>((_last, limit, offset) => this.page(which, limit, offset))
    },

    async find(id: string, which: DeletedEventSelection): Promise<Row | undefined> {
      return selectMatching(which).selectAll().where('deleted_events.id', '=', id).executeTakeFirst()
    },

    /**
     * Adds a deleted event of a locked owner. Beyond `MAX_DELETED_EVENTS` the event with the fewest invitations is deleted for good, the
     * oldest of several, so that many small events do not displace a large one. Only the last `MAX_KEPT_EVENT_PICTURES` deleted events keep
     * the picture for messengers, because it is large.
     */
    async add(row: Row) {
      await db.insertInto('deleted_events').values(row).execute()
      const ofOwner = db.selectFrom('deleted_events').select('id').where('user_id', '=', row.user_id)
      const others = ofOwner.where('id', '<>', row.id).orderBy('invitations', 'desc').orderBy('deleted_at', 'desc').orderBy('id')
      for (const { id } of await others
        .offset(MAX_DELETED_EVENTS - 1)
        .limit(1)
        .execute())
        await this.remove(id)
      const earlier = ofOwner.orderBy('deleted_at', 'desc').orderBy('id').offset(MAX_KEPT_EVENT_PICTURES).limit(1)
      await db
        .deleteFrom('deleted_event_rows')
        .where('table_name', '=', 'event_pictures')
        .where('deleted_event_id', 'in', earlier)
        .execute()
    },

    /** Reserves the ids of the links or of the design of a deleted event, at most 500 in a call, so that nobody else can use them. */
    async keepIds(deletedEventId: string, ids: string[]) {
      if (ids.length === 0) return
      const rows = ids.map(id => ({ id, deleted_event_id: deletedEventId }))
      await db
        .insertInto('deleted_event_ids')
        .values(rows)
        .onConflict(c => c.doNothing())
        .execute()
    },

    /**
     * Returns whether a link or the design of a deleted event has this id. It is called after the insertion of a new row with the id,
     * because the insertion waits for a deletion that has not ended.
     */
    async hasKept(id: string) {
      return (await db.selectFrom('deleted_event_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    /** Deletes a deleted event and its rows for good. Its pictures are deleted with the next expired rows. */
    async remove(id: string) {
      await db.deleteFrom('deleted_events').where('id', '=', id).execute()
    },
  }
}
