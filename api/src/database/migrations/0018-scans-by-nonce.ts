import type { Kysely } from 'kysely'

/** An admission is found by its idempotency key at once, also where no invitation explains it. */
export async function up(db: Kysely<{ scans: { nonce: string | null } }>) {
  await db.schema
    .createIndex('scans_of_nonce')
    .on('scans')
    .columns(['nonce', 'invitation_id', 'outcome'])
    .where('nonce', 'is not', null)
    .execute()
}
