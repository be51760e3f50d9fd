import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** Reads and writes the settings that the server stores for itself: texts by name. */
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
  /** Replaces the stored value if it is still the expected one. Returns false when another write has changed it first. */
  async replace(name: string, expected: string | undefined, value: string) {
    if (expected === undefined) {
      const inserting = db.insertInto('settings').values({ name, value })
      return (await inserting.onConflict(c => c.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n
    }
    const updating = db.updateTable('settings').set({ value }).where('name', '=', name).where('value', '=', expected)
    return (await updating.executeTakeFirst()).numUpdatedRows === 1n
  },
})
