import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** Small facts the server keeps about itself. */
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
})
