import type { Kysely } from 'kysely'

/** The name of the visitor who ordered. Null for orders without one, and for every order from before this migration. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('orders').addColumn('customer_name', 'text').execute()
}
