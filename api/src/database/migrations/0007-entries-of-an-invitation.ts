import type { Kysely } from 'kysely'

/** A code for a thousand uses is read a thousand times and more: who came in first and last, and what was taken back, is found at once. */
export async function up(db: Kysely<{ scans: { undoes: string | null } }>) {
  await db.schema.dropIndex('scans_of_invitation').execute()
  await db.schema.createIndex('scans_of_invitation').on('scans').columns(['invitation_id', 'happened_at', 'id']).execute()
  await db.schema.createIndex('scans_taken_back').on('scans').columns(['invitation_id', 'undoes']).where('undoes', 'is not', null).execute()
}
