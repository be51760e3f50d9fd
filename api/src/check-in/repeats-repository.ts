import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** Attempts that have no row of their own: each is counted beside the first of its kind, which is never changed. */
export const repeatsIn = (db: Kysely<Tables>) => ({
  /** Counts one more where there is a first one. Returns the id of its row; undefined where there is none. */
  async count(key: string, at: string) {
    const row = await db
      .updateTable('scan_repeats')
      .set(eb => ({ count: eb('count', '+', 1), last_at: at }))
      .where('key', '=', key)
      .returning('scan_id')
      .executeTakeFirst()
    return row?.scan_id
  },

  /** Begins to count beside the row with this id. Returns the id of the row that was first: where it is another one, this one is counted there. */
  async begin(key: string, scanId: string, at: string) {
    const { scan_id } = await db
      .insertInto('scan_repeats')
      .values({ key, scan_id: scanId, count: 1, first_at: at, last_at: at })
      .onConflict(c => c.column('key').doUpdateSet(eb => ({ count: eb('scan_repeats.count', '+', 1), last_at: at })))
      .returning('scan_id')
      .executeTakeFirstOrThrow()
    return scan_id
  },

  /** Counts no more beside this row. */
  async end(scanId: string) {
    await db.deleteFrom('scan_repeats').where('scan_id', '=', scanId).execute()
  },

  /** Counts one less beside this row; false where it is the last one. */
  async uncount(scanId: string) {
    const { numUpdatedRows } = await db
      .updateTable('scan_repeats')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('scan_id', '=', scanId)
      .where('count', '>', 1)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})
