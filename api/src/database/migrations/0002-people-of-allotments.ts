import { type QueryExecutorProvider, sql } from 'kysely'

/** Counts people instead of invitations in the allotments of family links. What remains of an allotment stays the same number. */
export async function up(db: QueryExecutorProvider) {
  const added = sql`(select coalesce(sum(max_scans - 1), 0) from invitations where link_id = links.id)`
  await sql`update links set allotment = allotment + ${added}, used = used + ${added} where allotment is not null`.execute(db)
}
