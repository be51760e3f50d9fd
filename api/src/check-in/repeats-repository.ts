import { type Kysely, sql } from 'kysely'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'

/** A count under `key`, and the scan whose row stands for all that are counted. */
type RepeatCount = { key: string; scan_id: string }

/** Adds to the counts of these keys. Returns the counts that exist; the others are not started. */
export const addToRepeats = rowSetStatement<{ key: string; added: number; at: string }, RepeatCount>(
  { key: 'text', added: 'integer', at: 'text' },
  (db, given) =>
    db
      .updateTable('scan_repeats')
      .from(given)
      .set(eb => ({ count: sql`scan_repeats.count + ${eb.ref('given.added')}`, last_at: eb.ref('given.at') }))
      .whereRef('scan_repeats.key', '=', 'given.key')
      .returning(['scan_repeats.key', 'scan_repeats.scan_id']),
)

/**
 * Starts counts, each with the row of its first scan, or adds to those that another transaction has started. No two rows may have the same
 * key.
 */
export const beginRepeats = rowSetStatement<Tables['scan_repeats'], RepeatCount>(
  { key: 'text', scan_id: 'text', count: 'integer', first_at: 'text', last_at: 'text' },
  (db, given) =>
    db
      .insertInto('scan_repeats')
      .columns(['key', 'scan_id', 'count', 'first_at', 'last_at'])
      .expression(db.selectFrom(given).select(['given.key', 'given.scan_id', 'given.count', 'given.first_at', 'given.last_at']))
      .onConflict(c =>
        c
          .column('key')
          .doUpdateSet(eb => ({ count: sql`scan_repeats.count + ${eb.ref('excluded.count')}`, last_at: eb.ref('excluded.last_at') })),
      )
      .returning(['scan_repeats.key', 'scan_repeats.scan_id']),
)

/** Changes the counts of scans that get no row of their own beside the first scan of their kind, whose own row is never changed. */
export const repeatsIn = (db: Kysely<Tables>) => ({
  /** Deletes the count of repeats of the scan `scanId`, so that the next such scan starts a new count. */
  async end(scanId: string) {
    await db.deleteFrom('scan_repeats').where('scan_id', '=', scanId).execute()
  },

  /** Returns whether other scans are, or were, counted with the row of this admission of an invitation. */
  async isShared(invitationId: string, idempotencyKey: string) {
    const row = await db
      .selectFrom('scan_repeats')
      .innerJoin('scans', 'scans.id', 'scan_repeats.scan_id')
      .select('scans.id')
      .where('scans.invitation_id', '=', invitationId)
      .where('scans.idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
    return row !== undefined
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
