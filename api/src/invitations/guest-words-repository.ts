import { indexWordsOfKey } from '@hudur/core/names/index-words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { rowsAsTable } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'
import type { InvitationRow } from './rows.ts'

/** The columns from which the words of a guest are made. */
type IndexedGuest = Pick<InvitationRow, 'id' | 'user_id' | 'guest_key' | 'phone' | 'created_at' | 'position'>

/** The maximum number of words that one statement inserts or deletes. With SQLite, no other request is answered while it runs. */
const MAX_WORDS_PER_STATEMENT = 5_000

const COLUMNS = sql`user_id, word, created_at, position, invitation_id`

/** A word of a guest in the order of `COLUMNS`. */
export type GuestWord = readonly [userId: string, word: string, createdAt: string, position: number, invitationId: string]

/** Returns the words by which a guest is found. */
export const wordsOfGuest = ({ id, user_id, guest_key, phone, created_at, position }: IndexedGuest): GuestWord[] =>
  indexWordsOfKey(guest_key, phone).map(word => [user_id, word, created_at, position, id])

/** Executes a statement for words. Its argument is a query for these words in the order of `COLUMNS`. */
async function executeForWords(db: Kysely<Tables>, rows: GuestWord[], statement: (rows: RawBuilder<unknown>) => RawBuilder<unknown>) {
  // Sorted by word as the key is, so that neighbouring rows are written to the same pages.
  rows.sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
  for (let from = 0; from < rows.length; from += MAX_WORDS_PER_STATEMENT) {
    const table = rowsAsTable(db, rows.slice(from, from + MAX_WORDS_PER_STATEMENT))
    await statement(sql`select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as integer), value ->> 4 from ${table}`).execute(db)
  }
}

/** Adds the words by which these guests are found. A write that changes or deletes an invitation also replaces or deletes its words. */
export const insertWords = (db: Kysely<Tables>, guests: readonly IndexedGuest[]) =>
  executeForWords(db, guests.flatMap(wordsOfGuest), rows => sql`insert into guest_words (${COLUMNS}) ${rows}`)

/** Deletes words of guests, which must be those that were added. */
export const deleteWords = (db: Kysely<Tables>, words: GuestWord[]) =>
  executeForWords(db, words, rows => sql`delete from guest_words where (${COLUMNS}) in (${rows})`)
