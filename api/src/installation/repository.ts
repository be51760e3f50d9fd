import { type Kysely, sql } from 'kysely'
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

/** Reads the newest time in the tables to which a server in use adds most often. Undefined when they are empty. */
export async function newestStoredTime(db: Kysely<Tables>) {
  const { rows } = await sql<{ time: string | null }>`select max(time) as time from (
    select max(last_seen_at) as time from sessions
    union all select max(received_at) from scans
    union all select max(created_at) from activity
    union all select max(created_at) from idempotency_keys
    union all select max(created_at) from users
    union all select max(value) from settings where name in ('clock', 'probed_at')) as newest`.execute(db)
  return rows[0]?.time ?? undefined
}
