import { createHash } from 'node:crypto'
import type { Scope } from '@hudur/core/actor'
import type { Design } from '@hudur/core/cards/contract'
import { CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { cardTextsOf } from '@hudur/core/events/event-time'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { ownedCondition } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { deletedEventsIn } from '../events/deleted-events-repository.ts'
import { parseHouse } from '../events/house-column.ts'

/** A row of `designs`, and what its cards show of its event. */
type DesignRow = Selectable<Tables['designs']> & { event_name: string; event_date: string } & Pick<
    Selectable<Tables['events']>,
    'starts_at' | 'time_words' | 'place' | 'house'
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
    ...cardTextsOf({ startsAt: row.starts_at, timeWords: row.time_words, place: row.own_place ?? row.place, house: parseHouse(row.house) }),
  }),
  updatedAt: row.updated_at,
})

const withoutEventFields = ({ time: _time, place: _place, house: _house, ...look }: CardLook) => look

/**
 * Returns a key of the contents of a look: equal for equal contents, and empty for the default look. Fields with their default are left
 * out, so that a new field of looks changes no stored key.
 */
function cardKeyOf(look: CardLook) {
  const chosen = Object.entries(withoutEventFields(look)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_LOOK[field as keyof CardLook]),
  )
  if (chosen.length === 0) return ''
  return createHash('sha256').update(JSON.stringify(chosen.sort())).digest('base64url').slice(0, 16)
}

const toRow = ({ id, userId, eventId, look: given, updatedAt }: Design) => {
  const look = withoutEventFields(given)
  return {
    id,
    user_id: userId,
    event_id: eventId,
    look: JSON.stringify(look),
    picture_id: pictureIdOf(look),
    updated_at: updatedAt,
  }
}

/** Designs of cards. A write locks the owner first, so that concurrent writes to a design and its picture run one after another. */
export const designsIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ eventIds, ...scope }: DesignSelection) => {
    const isOwned = ownedCondition(scope, 'designs.user_id', 'designs.event_id')
    return db
      .selectFrom('designs')
      .$if(isOwned !== undefined, query => query.where(isOwned!))
      .$if(eventIds !== undefined, query => query.where(amongTextsCondition(db, sql.ref('designs.event_id'), eventIds!)))
  }

  const joinEvent = (query: ReturnType<typeof selectMatching>) =>
    query
      .innerJoin('events', 'events.id', 'designs.event_id')
      .selectAll('designs')
      .select(['events.name as event_name', 'events.date as event_date', 'events.starts_at', 'events.time_words', 'events.place'])
      .select('events.house')

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

    /** Returns whether a design uses this uploaded picture, also the design of a deleted event that can be restored. */
    async isPictureUsed(pictureId: string) {
      const inDesign = await db.selectFrom('designs').select('id').where('picture_id', '=', pictureId).limit(1).executeTakeFirst()
      const used = inDesign ?? (await db.selectFrom('deleted_events').select('id').where('picture_id', '=', pictureId).executeTakeFirst())
      return used !== undefined
    },

    /** Returns whether the design of an event uses this uploaded picture. */
    async isPictureOfEvent(pictureId: string, eventId: string) {
      const query = db.selectFrom('designs').select('id').where('picture_id', '=', pictureId).where('event_id', '=', eventId)
      return (await query.executeTakeFirst()) !== undefined
    },

    async ofEvent(eventId: string): Promise<Design | undefined> {
      return (await this.page({ userId: undefined, eventIds: [eventId] }, 1, 0))[0]
    },

    /**
     * Adds a design. Returns false when another design has its id, also the design of a deleted event that can be restored; the caller must
     * then roll the write back.
     */
    async add(design: Design) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('designs')
        .values(toRow(design))
        .onConflict(c => c.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n && !(await deletedEventsIn(db).hasKept(design.id))
    },

    async save(design: Design) {
      await db.updateTable('designs').set(toRow(design)).where('id', '=', design.id).execute()
    },

    /** Stores the new key of a design whose contents have changed. */
    async renewCardKey({ id, look }: Design) {
      await db
        .updateTable('designs')
        .set({ card_key: cardKeyOf(look) })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Deletes a design, and removes it from its event's invitations. Returns their number. They are found by owner, because an index on
     * `design_id` would slow scans.
     */
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
