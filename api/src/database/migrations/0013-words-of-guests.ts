import { type Kysely, sql } from 'kysely'
import { type IndexedGuest, insertWords } from '../../invitations/guest-words-repository.ts'
import type { Tables } from '../schema.ts'

/** How many invitations one statement reads. */
const INVITATIONS_PER_READ = 2_000

/** Adds the search index of guests, and fills it with the words of all existing invitations. */
export async function up(db: Kysely<Tables>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('guest_words')
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('word', text, c => c.notNull())
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('invitation_id', text, c => c.notNull())
    .addPrimaryKeyConstraint('guest_words_key', ['user_id', 'word', 'created_at', 'position', 'invitation_id'])
    .$call(table => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  for (let last = ''; ; ) {
    const rows: IndexedGuest[] = await db
      .selectFrom('invitations')
      .select(['id', 'user_id', 'guest_key', 'phone', 'created_at', 'position'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(INVITATIONS_PER_READ)
      .execute()
    await insertWords(db, rows)
    if (rows.length < INVITATIONS_PER_READ) return
    last = rows.at(-1)!.id
  }
}
