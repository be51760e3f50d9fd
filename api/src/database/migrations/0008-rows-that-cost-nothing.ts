import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** The maximum length (UTF-16 code units) of a stored scanned text, and the prefix of the fingerprint of a scan in `nonces.names`. */
const MAX_TEXT_LENGTH = 512
const SCAN_FINGERPRINT_PREFIX = 'scan '

type TablesBefore = { nonces: { user_id: string; nonce: string; names: string } }

/**
 * Limits the rows that refused scans add: shortens the scanned text, counts repeats instead of storing them, and adds daily budgets for
 * rows that are not charged.
 */
export async function up(db: Kysely<TablesBefore>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema.alterTable('scans').addColumn('code_sha256', text).execute()

  await db.schema
    .createTable('scan_repeats')
    .addColumn('key', text, c => c.primaryKey())
    .addColumn('scan_id', text, c => c.notNull().unique())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('first_at', text, c => c.notNull())
    .addColumn('last_at', text, c => c.notNull())
    .execute()

  await db.schema
    .createTable('budgets')
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('what', text, c => c.notNull())
    .addColumn('day', text, c => c.notNull())
    .addColumn('used', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('budgets_key', ['user_id', 'what', 'day'])
    .execute()

  // Deleting an expired scan also deletes its conflict, which this index finds.
  await db.schema.createIndex('conflicts_of_scan').on('conflicts').column('scan_id').execute()

  // Shortens the stored fingerprints in the same way as new ones, so that a request repeated after the upgrade still matches its
  // fingerprint.
  for (;;) {
    const long = await db
      .selectFrom('nonces')
      .select(['user_id', 'nonce', 'names'])
      .where('names', 'like', `${SCAN_FINGERPRINT_PREFIX}%`)
      .where(sql<boolean>`length(names) > ${sql.lit(SCAN_FINGERPRINT_PREFIX.length + MAX_TEXT_LENGTH + 100)}`)
      .limit(100)
      .execute()
    for (const { user_id, nonce, names } of long) {
      const read = names.slice(SCAN_FINGERPRINT_PREFIX.length)
      const shorter = `${SCAN_FINGERPRINT_PREFIX}${read.slice(0, MAX_TEXT_LENGTH).toWellFormed()} ${createHash('sha256').update(read).digest('hex')}`
      await db.updateTable('nonces').set({ names: shorter }).where('user_id', '=', user_id).where('nonce', '=', nonce).execute()
    }
    if (long.length === 0) return
  }
}
