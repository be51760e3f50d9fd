import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/**
 * Lets PostgreSQL fill new pages of invitations to 60 %. The first scan of an invitation then finds room for its changed row on the same page;
 * a row that moves to another page also needs a new entry in every index of the table.
 */
export async function up(db: QueryExecutorProvider) {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter table invitations set (fillfactor = 60)`.execute(db)
}
