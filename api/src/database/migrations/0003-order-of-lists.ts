import type { Kysely } from 'kysely'

/** Indexes invitations in list order: newest first, and invitations created by one call in the order of that call. */
export async function up(db: Kysely<never>) {
  await db.schema.dropIndex('invitations_newest').execute()
  await db.schema.dropIndex('invitations_of_user').execute()
  await db.schema.createIndex('invitations_newest').on('invitations').columns(['created_at desc', 'position', 'id']).execute()
  await db.schema.createIndex('invitations_of_user').on('invitations').columns(['user_id', 'created_at desc', 'position', 'id']).execute()
}
