import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** Counts scans that get no row of their own beside the first scan of their kind, whose own row is never changed. */
export const repeatsIn = (db: Kysely<Tables>) => ({
  /** Adds one to the count under `key`. Returns the id of the first scan, or undefined when nothing is counted under `key` yet. */
  async count(key: string, at: string) {
    const row = await db
      .updateTable('scan_repeats')
      .set(eb => ({ count: eb('count', '+', 1), last_at: at }))
      .where('key', '=', key)
      .returning('scan_id')
      .executeTakeFirst()
    return row?.scan_id
  },

  /** Starts a count under `key` with the scan `scanId`, or adds one where another transaction has started it. Returns its first scan's id. */
  async begin(key: string, scanId: string, at: string) {
    const { scan_id } = await db
      .insertInto('scan_repeats')
      .values({ key, scan_id: scanId, count: 1, first_at: at, last_at: at })
      .onConflict(c => c.column('key').doUpdateSet(eb => ({ count: eb('scan_repeats.count', '+', 1), last_at: at })))
      .returning('scan_id')
      .executeTakeFirstOrThrow()
    return scan_id
  },

  /** Deletes the count of repeats of the scan `scanId`, so that the next such scan starts a new count. */
  async end(scanId: string) {
    await db.deleteFrom('scan_repeats').where('scan_id', '=', scanId).execute()
  },

  /** Subtracts one from the count of this scan. Returns false, and changes nothing, when the count is 1: only the scan itself. */
  async decrement(scanId: string) {
    const { numUpdatedRows } = await db
      .updateTable('scan_repeats')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('scan_id', '=', scanId)
      .where('count', '>', 1)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})
