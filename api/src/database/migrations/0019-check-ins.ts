import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Replaces the whole invitations in the stored answers of scans by their ids. Deletes the admissions from `activity`, because lists now
 * read them from `scans`.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const jsonField = (path: string[]) =>
    isPostgres ? sql`answer::json #> ${sql.lit(`{${path.join(',')}}`)}` : sql`json_extract(answer, ${sql.lit(`$.${path.join('.')}`)})`
  const fields = sql`
    'invitationId', ${jsonField(['invitation', 'id'])}, 'people', ${jsonField(['people'])},
    'currentScans', ${jsonField(['invitation', 'currentScans'])}, 'scannedAt', ${jsonField(['invitation', 'scannedAt'])}`
  const whole = isPostgres ? sql`json_build_object(${fields})::text` : sql`json_object(${fields})`
  await sql`update nonces set answer = ${whole} where names like 'scan %' and answer like '{"invitation":{%'`.execute(db)
  await sql`update nonces set answer = replace(answer, '"invitation":null', '"invitationId":null') where names like 'scan %' and answer like '{"invitation":null%'`.execute(
    db,
  )
  await sql`update nonces set answer = '"undone"' where answer = '"taken back"'`.execute(db)
  await sql`delete from activity where verb = 'scan'`.execute(db)
}
