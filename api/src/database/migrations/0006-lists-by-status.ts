import type { Kysely } from 'kysely'

/** Indexes orders, requests and messages by status: lists are read by status, and the new ones are counted every minute. */
export async function up(db: Kysely<never>) {
  for (const table of ['orders', 'user_requests', 'messages'])
    await db.schema.createIndex(`${table}_of_status`).on(table).columns(['status', 'created_at', 'id']).execute()
  await db.schema.createIndex('user_requests_of_all').on('user_requests').columns(['created_at', 'id']).execute()
}
