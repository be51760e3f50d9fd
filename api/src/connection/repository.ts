import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** The settings that the server stores for itself, as texts by name. */
export const settingsIn = (db: Kysely<Tables>) => ({
  async get(name: string) {
    return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value
  },
  async set(name: string, value: string) {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict(c => c.column('name').doUpdateSet({ value }))
      .execute()
  },
  /** Writes a value if the stored one is still `read`. Returns false when another write was first. */
  async replace(name: string, read: string | undefined, value: string) {
    if (read === undefined) {
      const inserting = db.insertInto('settings').values({ name, value })
      return (await inserting.onConflict(c => c.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n
    }
    const updating = db.updateTable('settings').set({ value }).where('name', '=', name).where('value', '=', read)
    return (await updating.executeTakeFirst()).numUpdatedRows === 1n
  },
})
