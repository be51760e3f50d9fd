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

/** The errors of managed servers that do not tell their timeline: feature not supported, insufficient privilege, undefined function. */
const TIMELINE_REFUSED_CODES = new Set(['0A000', '42501', '42883'])

/** Reads the timeline of a PostgreSQL server, null on a standby, and the one stored as `setting`. Undefined when the server does not tell its timeline. */
export async function readTimelines(db: Kysely<Tables>, setting: string) {
  try {
    const { rows } = await sql<{ timeline: string | null; stored: string | null }>`select
      case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
      (select value from settings where name = ${setting}) as stored`.execute(db)
    return rows[0]
  } catch (error) {
    if (TIMELINE_REFUSED_CODES.has(String((error as { code?: unknown }).code))) return undefined
    throw error
  }
}
