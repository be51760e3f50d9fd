import type { Kysely } from 'kysely'

/** Indexes scans by idempotency key, so that an undo finds an admission whose invitation is unknown. */
export async function up(db: Kysely<{ scans: { nonce: string | null } }>) {
  await db.schema
    .createIndex('scans_of_nonce')
    .on('scans')
    .columns(['nonce', 'invitation_id', 'outcome'])
    .where('nonce', 'is not', null)
    .execute()
}
