import type { Kysely } from 'kysely'

/** A tombstone says whether the credit of its invitation was given back. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('tombstones')
    .addColumn('refunded', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
