import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'

/** Returns the usernames of the accounts whose quota or use differs from the sum of their ledger. */
export async function unbalancedAccounts({ read }: Pick<Database, 'read'>) {
  const { rows } = await sql<{ username: string }>`
    select username from users where
      generation_limit <> (select coalesce(sum(amount), 0) from credits where user_id = users.id and kind in ('opening', 'grant', 'correction'))
      or used_generations <> (select coalesce(-sum(amount), 0) from credits where user_id = users.id and kind in ('charge', 'refund'))
    order by username`.execute(read)
  return rows.map(({ username }) => username)
}
