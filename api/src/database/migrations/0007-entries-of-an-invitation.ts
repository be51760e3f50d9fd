import type { Kysely } from 'kysely'

/** Indexes the scans of an invitation, so that its first and last admission and its undos are found without reading all its scans. */
export async function up(db: Kysely<{ scans: { undoes: string | null } }>) {
  await db.schema.dropIndex('scans_of_invitation').execute()
  await db.schema.createIndex('scans_of_invitation').on('scans').columns(['invitation_id', 'happened_at', 'id']).execute()
  await db.schema.createIndex('scans_taken_back').on('scans').columns(['invitation_id', 'undoes']).where('undoes', 'is not', null).execute()
}
