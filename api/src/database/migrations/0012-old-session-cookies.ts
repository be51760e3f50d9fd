import { type Kysely, sql } from 'kysely'

/** How long (ms) an existing session is still accepted under the old cookie name: the lifetime of such a cookie. */
const OLD_COOKIE_LIFETIME_MS = 30 * 86_400_000

/**
 * Adds the time until which an existing session is accepted under the old cookie name, because the session cookie has a new name over
 * https. A browser with the old cookie gets the new one with the response to its next request.
 */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('sessions').addColumn('old_cookie_until', 'text').execute()
  await sql`update sessions set old_cookie_until = ${new Date(Date.now() + OLD_COOKIE_LIFETIME_MS).toISOString()}`.execute(db)
}
