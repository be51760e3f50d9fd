import type { Kysely } from 'kysely'

/** Adds to tombstones whether the credit of the deleted invitation was refunded. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('tombstones')
    .addColumn('refunded', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
