import type { Kysely } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'

/** The pictures that previews of links show. Each saved picture has a new id, so that no preview shows an old one. */
export const eventPicturesIn = (db: Kysely<Tables>) => ({
  async idOf(eventId: string) {
    return (await db.selectFrom('event_pictures').select('id').where('event_id', '=', eventId).executeTakeFirst())?.id
  },

  async bytesOf(id: string) {
    return (await db.selectFrom('event_pictures').select('bytes').where('id', '=', id).executeTakeFirst())?.bytes
  },

  async save(eventId: string, bytes: Uint8Array<ArrayBuffer>, now: Date) {
    const picture = { id: newId(), bytes, saved_at: now.toISOString() }
    await db
      .insertInto('event_pictures')
      .values({ event_id: eventId, ...picture })
      .onConflict(c => c.column('event_id').doUpdateSet(picture))
      .execute()
  },

  async remove(eventId: string) {
    await db.deleteFrom('event_pictures').where('event_id', '=', eventId).execute()
  },
})
