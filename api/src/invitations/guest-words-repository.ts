import { indexWordsOfKey } from '@hudur/core/names/index-words'
import { type Kysely, sql } from 'kysely'
import { rowsAsTable } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'
import type { InvitationRow } from './rows.ts'

/** The columns from which the words of a guest are made. */
export type IndexedGuest = Pick<InvitationRow, 'id' | 'user_id' | 'guest_key' | 'phone' | 'created_at' | 'position'>

/** The maximum number of words that one statement inserts or deletes. With SQLite, no other request is answered while it runs. */
const MAX_WORDS_PER_STATEMENT = 5_000

/** Returns the words of guests as rows of `guest_words`. */
function wordRows(guests: readonly IndexedGuest[]) {
  const rows = guests.flatMap(({ id, user_id, guest_key, phone, created_at, position }) =>
    indexWordsOfKey(guest_key, phone).map(word => [user_id, word, created_at, position, id] as const),
  )
  // Sorted by word as the key is, so that neighbouring rows are written to the same pages.
  return rows.sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
}

/** Adds the words by which these guests are found. A write that changes or deletes an invitation also replaces or deletes its words. */
export async function insertWords(db: Kysely<Tables>, guests: readonly IndexedGuest[]) {
  const rows = wordRows(guests)
  for (let from = 0; from < rows.length; from += MAX_WORDS_PER_STATEMENT) {
    await sql`
      insert into guest_words (user_id, word, created_at, position, invitation_id)
      select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as integer), value ->> 4
      from ${rowsAsTable(db, rows.slice(from, from + MAX_WORDS_PER_STATEMENT))}`.execute(db)
  }
}

/** Deletes the words of guests; the rows must have the names and telephone numbers with which they were added. */
export async function deleteWords(db: Kysely<Tables>, guests: readonly IndexedGuest[]) {
  const rows = wordRows(guests)
  for (let from = 0; from < rows.length; from += MAX_WORDS_PER_STATEMENT) {
    await sql`
      delete from guest_words where (user_id, word, created_at, position, invitation_id) in (
        select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as integer), value ->> 4
        from ${rowsAsTable(db, rows.slice(from, from + MAX_WORDS_PER_STATEMENT))})`.execute(db)
  }
}
