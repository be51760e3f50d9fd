import { type Kysely, sql } from 'kysely'

/** How long (ms) a session that is open now is still taken under its cookie's old name: as long as such a cookie lives. */
const DURATION = 30 * 86_400_000

/** Over https the session's cookie has another name from now on; browsers that carry the old one get the new one when they next ask. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('sessions').addColumn('old_cookie_until', 'text').execute()
  await sql`update sessions set old_cookie_until = ${new Date(Date.now() + DURATION).toISOString()}`.execute(db)
}
