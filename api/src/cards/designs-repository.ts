import type { Scope } from '@hudur/core/actor'
import type { Design } from '@hudur/core/cards/contract'
import { CardLook } from '@hudur/core/cards/look'
import { timeAndPlaceOf } from '@hudur/core/events/event-time'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** A row of `designs`, and what its cards show of its event. */
type DesignRow = Selectable<Tables['designs']> & { event_name: string; event_date: string } & Pick<
    Selectable<Tables['events']>,
    'starts_at' | 'time_words' | 'place'
  >
type DesignSelection = Scope & { eventIds?: readonly string[] | undefined }

/** Returns the id of the uploaded picture that a look uses; null when it uses none. */
export const pictureIdOf = ({ background }: Pick<CardLook, 'background'>) => (background.is === 'picture' ? background.pictureId : null)

const toDesign = (row: DesignRow): Design => ({
  id: row.id,
  userId: row.user_id,
  eventId: row.event_id,
  eventName: row.event_name,
  eventDate: row.event_date,
  // Parsing adds defaults for fields that did not exist when the look was stored.
  look: CardLook.parse({
    ...JSON.parse(row.look),
    ...timeAndPlaceOf({ startsAt: row.starts_at, timeWords: row.time_words, place: row.own_place ?? row.place }),
  }),
  updatedAt: row.updated_at,
})

const toRow = ({ id, userId, eventId, look: { time: _time, place: _place, ...look }, updatedAt }: Design) => ({
  id,
  user_id: userId,
  event_id: eventId,
  look: JSON.stringify(look),
  picture_id: pictureIdOf(look),
  updated_at: updatedAt,
})

/** Designs of cards. A write locks the owner first, so that concurrent writes to a design and its picture run one after another. */
export const designsIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ userId, eventIds }: DesignSelection) =>
    db
      .selectFrom('designs')
      .$if(userId !== undefined, query => query.where('designs.user_id', '=', userId!))
      .$if(eventIds !== undefined, query => query.where(amongTextsCondition(db, sql.ref('designs.event_id'), eventIds!)))

  const joinEvent = (query: ReturnType<typeof selectMatching>) =>
    query
      .innerJoin('events', 'events.id', 'designs.event_id')
      .selectAll('designs')
      .select(['events.name as event_name', 'events.date as event_date', 'events.starts_at', 'events.time_words', 'events.place'])

  return {
    count: (which: DesignSelection) => countRows(selectMatching(which)),

    /** Reads a page of designs, the last saved first. */
    async page(which: DesignSelection, limit: number, offset: number) {
      const rows = await joinEvent(selectMatching(which))
        .orderBy('designs.updated_at', 'desc')
        .orderBy('designs.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toDesign)
    },

    async find(id: string, scope: Scope): Promise<Design | undefined> {
      const row = await joinEvent(selectMatching(scope)).where('designs.id', '=', id).executeTakeFirst()
      return row && toDesign(row)
    },

    /** Returns whether a design uses this uploaded picture: any design, or the design of an event. */
    async isPictureUsed(pictureId: string, eventId?: string) {
      const query = db.selectFrom('designs').select('id').where('picture_id', '=', pictureId).limit(1)
      return (await query.$if(eventId !== undefined, ofAny => ofAny.where('event_id', '=', eventId!)).executeTakeFirst()) !== undefined
    },

    async ofEvent(eventId: string): Promise<Design | undefined> {
      return (await this.page({ userId: undefined, eventIds: [eventId] }, 1, 0))[0]
    },

    /** Adds a design. Returns false, and adds nothing, when its id is taken. */
    async add(design: Design) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('designs')
        .values(toRow(design))
        .onConflict(c => c.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async save(design: Design) {
      await db.updateTable('designs').set(toRow(design)).where('id', '=', design.id).execute()
    },

    /** Deletes a design, and returns from how many invitations. They are found by owner: an index on `design_id` would slow scans. */
    async remove({ id, userId, eventId }: Design, now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ design_id: null, changed_at: now.toISOString() })
        .where('user_id', '=', userId)
        .where('design_id', '=', id)
        .executeTakeFirst()
      recordChange({ userId, eventId: eventId ?? undefined })
      await db.deleteFrom('designs').where('id', '=', id).execute()
      return Number(numUpdatedRows)
    },

    /** Sets the design on every invitation of its event. Returns the number of changed invitations. */
    async setOnInvitations({ id, userId, eventId }: Design, now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ design_id: id, changed_at: now.toISOString() })
        .where('event_id', '=', eventId)
        .where('design_id', 'is distinct from', id)
        .executeTakeFirst()
      recordChange({ userId, eventId: eventId ?? undefined })
      return Number(numUpdatedRows)
    },
  }
}
