import type { Kysely } from 'kysely'

/** Adds the name of the visitor to orders. It is null for orders without a name and for older orders. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('orders').addColumn('customer_name', 'text').execute()
}
