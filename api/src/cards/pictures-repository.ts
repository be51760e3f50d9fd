import type { Scope } from '@hudur/core/actor'
import type { CardPicture, Design } from '@hudur/core/cards/contract'
import { CardLook } from '@hudur/core/cards/look'
import type { Kysely } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** Uploaded pictures of cards. The bytes are in a table of their own; only `bytesOf` reads them. */
export const picturesIn = (db: Kysely<Tables>) => {
  const former = db
    .selectFrom('pictures')
    .where('unused_since', 'is not', null)
    .where('look', 'is not', null)
    .orderBy('unused_since', 'desc')

  return {
    count: (userId: string) => countRows(db.selectFrom('pictures').where('user_id', '=', userId)),

    /**
     * Returns whether a picture is in scope. For a partner of events these are also the pictures of their designs, those of their former
     * looks, and uploads of their owners that no design has used: the partner may have made them.
     */
    async has(id: string, { userId, partnerEventIds = [] }: Scope) {
      const found = await db
        .selectFrom('pictures')
        .select('id')
        .where('id', '=', id)
        .$if(userId !== undefined, query =>
          query.where(eb =>
            eb.or([
              eb('user_id', '=', userId!),
              ...(partnerEventIds.length === 0
                ? []
                : [
                    eb('event_id', 'in', partnerEventIds),
                    eb('id', 'in', eb.selectFrom('designs').select('picture_id').where('designs.event_id', 'in', partnerEventIds)),
                    eb.and([
                      ...[eb('unused_since', 'is not', null), eb('event_id', 'is', null)],
                      eb('user_id', 'in', eb.selectFrom('events').select('events.user_id').where('events.id', 'in', partnerEventIds)),
                    ]),
                  ]),
            ]),
          ),
        )
        .executeTakeFirst()
      return found !== undefined
    },

    async bytesOf(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      return (await db.selectFrom('picture_bytes').select('bytes').where('picture_id', '=', id).executeTakeFirst())?.bytes
    },

    /** Adds a picture that no design uses yet. */
    async add({ id, width, height }: CardPicture, { userId, bytes, at }: { userId: string; bytes: Uint8Array<ArrayBuffer>; at: Date }) {
      const unused = { unused_since: at.toISOString(), event_id: null, look: null }
      await db
        .insertInto('pictures')
        .values({ id, user_id: userId, width, height, ...unused })
        .execute()
      await db.insertInto('picture_bytes').values({ picture_id: id, bytes }).execute()
    },

    /** Marks an owner's picture as used. Returns false when the owner has no such picture. */
    async use(id: string, userId: string) {
      const { numUpdatedRows } = await db
        .updateTable('pictures')
        .set({ unused_since: null })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Keeps a picture that a design has stopped using, with the look of the event's cards until now. */
    async release(id: string, { eventId, look }: Pick<Design, 'eventId' | 'look'>, at: Date) {
      const kept = { unused_since: at.toISOString(), event_id: eventId, look: JSON.stringify(look) }
      await db.updateTable('pictures').set(kept).where('id', '=', id).execute()
    },

    /** Returns the looks of an event's cards with pictures that no design uses now, the last first. */
    async formerLooks(userId: string, eventId: string): Promise<CardLook[]> {
      const rows = await former.select('look').where('user_id', '=', userId).where('event_id', '=', eventId).execute()
      return rows.map(({ look }) => CardLook.parse(JSON.parse(look!)))
    },

    /** Deletes the owner's oldest picture of a former look, but none of a deleted event. Returns false when there is none. */
    async removeOldestFormer(userId: string) {
      const kept = db.selectFrom('deleted_events').select('event_id').where('user_id', '=', userId)
      const oldest = (await former.select('id').where('user_id', '=', userId).where('event_id', 'not in', kept).execute()).at(-1)
      if (oldest) await db.deleteFrom('pictures').where('id', '=', oldest.id).execute()
      return oldest !== undefined
    },

    /** Deletes the pictures that were on an event's cards and that no design uses now. */
    async removeFormer(userId: string, eventId: string) {
      await db
        .deleteFrom('pictures')
        .where('user_id', '=', userId)
        .where('event_id', '=', eventId)
        .where('unused_since', 'is not', null)
        .execute()
    },

    async remove(id: string) {
      await db.deleteFrom('pictures').where('id', '=', id).execute()
    },
  }
}
