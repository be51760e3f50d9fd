import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/database/database.ts'

/** Makes the database reject new rows of `scans` that fulfil an SQL condition on `new`. Returns a function that removes this rule. */
export async function refuseScans(db: Database, condition: RawBuilder<unknown>) {
  const executeStatements = (...statements: RawBuilder<unknown>[]) =>
    db.write(async trx => {
      for (const statement of statements) await statement.execute(trx)
    })
  if (db.engine === 'sqlite') {
    await executeStatements(sql`create trigger refuse_scan before insert on scans when ${condition} begin select raise(abort, 'no'); end`)
    return () => executeStatements(sql`drop trigger refuse_scan`)
  }
  await executeStatements(
    sql`create function refuse_scan() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    sql`create trigger refuse_scan before insert on scans for each row when (${condition}) execute function refuse_scan()`,
  )
  return () => executeStatements(sql`drop trigger refuse_scan on scans`, sql`drop function refuse_scan`)
}
