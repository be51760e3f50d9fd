import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { usernameSkeleton } from '../../accounts/skeleton.ts'

type TablesBefore = {
  usernames: { key: string; skeleton: string | null }
  users: { username: string; username_key: string }
  registrations: { username: string; username_key: string; status: string }
  settings: { name: string; value: string }
}

/**
 * Adds the skeletons of taken usernames, so that no look-alike can be registered. When existing usernames look alike, the first one gets
 * the skeleton and the others get null. Also adds the secret key with which the cookies of known devices are authenticated.
 */
export async function up(db: Kysely<TablesBefore>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  await db.schema
    .alterTable('usernames')
    .addColumn('skeleton', isPostgres ? sql`text collate "C"` : sql`text`)
    .execute()
  const users = await db.selectFrom('users').select(['username', 'username_key']).execute()
  const pendingRegistrations = await db
    .selectFrom('registrations')
    .select(['username', 'username_key'])
    .where('status', '=', 'pending')
    .execute()
  const usernamesByKey = new Map([...pendingRegistrations, ...users].map(({ username, username_key }) => [username_key, username]))
  const takenSkeletons = new Set<string>()
  for (const { key } of await db.selectFrom('usernames').select('key').orderBy('key').execute()) {
    const skeleton = usernameSkeleton(usernamesByKey.get(key) ?? key)
    if (takenSkeletons.has(skeleton)) continue
    takenSkeletons.add(skeleton)
    await db.updateTable('usernames').set({ skeleton }).where('key', '=', key).execute()
  }
  await db.schema.createIndex('usernames_skeleton').on('usernames').column('skeleton').unique().execute()
  const value = randomBytes(32).toString('base64url')
  await db.insertInto('settings').values({ name: 'device-key', value }).execute()
}
