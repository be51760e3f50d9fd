import type { Scope } from '@hudur/core/actor'
import type { CardPicture } from '@hudur/core/cards/contract'
import type { Kysely } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** Uploaded pictures of cards. The bytes are in a table of their own; only `bytesOf` reads them. */
export const picturesIn = (db: Kysely<Tables>) => ({
  count: (userId: string) => countRows(db.selectFrom('pictures').where('user_id', '=', userId)),

  async has(id: string, { userId }: Scope) {
    const found = await db
      .selectFrom('pictures')
      .select('id')
      .where('id', '=', id)
      .$if(userId !== undefined, query => query.where('user_id', '=', userId!))
      .executeTakeFirst()
    return found !== undefined
  },

  async bytesOf(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await db.selectFrom('picture_bytes').select('bytes').where('picture_id', '=', id).executeTakeFirst())?.bytes
  },

  /** Adds a picture that no design uses yet. */
  async add({ id, width, height }: CardPicture, { userId, bytes, at }: { userId: string; bytes: Uint8Array<ArrayBuffer>; at: Date }) {
    await db.insertInto('pictures').values({ id, user_id: userId, width, height, unused_since: at.toISOString() }).execute()
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

  async remove(id: string) {
    await db.deleteFrom('pictures').where('id', '=', id).execute()
  },
})
