import { CardLook, type Design, fold, invitationRules, type Scope } from '@hudur/core'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { type EventOf, ofEvent } from './repository.ts'

type Row = Selectable<Tables['designs']>
type Which = Scope & EventOf

/** Returns the id of the uploaded picture that a look uses; null when it uses none. */
export const pictureOf = ({ background }: CardLook) => (background.is === 'picture' ? background.pictureId : null)

const toDesign = ({ id, user_id, event_name, event_date, look, updated_at }: Row): Design => ({
  id,
  userId: user_id,
  eventName: event_name,
  eventDate: event_date,
  // Parsing adds defaults for fields that did not exist when the look was stored.
  look: CardLook.parse(JSON.parse(look)),
  updatedAt: updated_at,
})

const toRow = ({ id, userId, eventName, eventDate, look, updatedAt }: Design): Row => ({
  id,
  user_id: userId,
  event_name: eventName,
  event_key: fold(eventName),
  event_date: eventDate,
  look: JSON.stringify(look),
  picture_id: pictureOf(look),
  updated_at: updatedAt,
})

/** Designs of cards. A write locks the owner first, so that an event's design and its picture change one after another. */
export const designsIn = (db: Kysely<Tables>) => {
  const inScope = ({ userId }: Scope) => db.selectFrom('designs').$if(userId !== undefined, query => query.where('user_id', '=', userId!))

  const matching = ({ userId, eventName, eventDate }: Which) =>
    inScope({ userId })
      .$if(eventName !== undefined, query => query.where('event_key', '=', fold(eventName!)))
      .$if(eventDate !== undefined, query => query.where('event_date', '=', eventDate!))

  return {
    async count(which: Which) {
      const { count } = await matching(which)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    /** Reads a page of designs, the last saved first. */
    async page(which: Which, limit: number, offset: number) {
      const rows = await matching(which).selectAll().orderBy('updated_at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
      return rows.map(toDesign)
    },

    async find(id: string, scope: Scope): Promise<Design | undefined> {
      const row = await inScope(scope).selectAll().where('id', '=', id).executeTakeFirst()
      return row && toDesign(row)
    },

    /** Reads the design ids of an owner's events, by `eventKey`. */
    async idsOf(userId: string) {
      const rows = await db.selectFrom('designs').select(['id', 'event_name', 'event_date']).where('user_id', '=', userId).execute()
      return new Map(
        rows.map(({ id, event_name, event_date }) => [invitationRules.eventKey({ eventName: event_name, eventDate: event_date }), id]),
      )
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

    /**
     * Deletes a design and removes it from its invitations. They are found by their owner, because an index of designs would slow every
     * scan. Returns the number of changed invitations.
     */
    async remove({ id, userId }: Design, now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ design_id: null, changed_at: now.toISOString() })
        .where('user_id', '=', userId)
        .where('design_id', '=', id)
        .executeTakeFirst()
      await db.deleteFrom('designs').where('id', '=', id).execute()
      return Number(numUpdatedRows)
    },

    /** Sets the design on every invitation of its event. Returns the number of changed invitations. */
    async giveToEvent({ id, userId, ...event }: Design, now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ design_id: id, changed_at: now.toISOString() })
        .where('user_id', '=', userId)
        .where(ofEvent(event))
        .where('design_id', 'is distinct from', id)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async areUsing(pictureId: string) {
      return (await db.selectFrom('designs').select('id').where('picture_id', '=', pictureId).limit(1).executeTakeFirst()) !== undefined
    },
  }
}
