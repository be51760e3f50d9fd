import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { foldText } from './0005-search-keys.ts'

const ROWS_PER_READ = 500

/** Adds the notes of stored orders and requests to the folded texts in which they are searched. */
export async function up(db: QueryExecutorProvider) {
  for (const name of ['orders', 'user_requests']) {
    const table = sql.table(name)
    let last: string | undefined = ''
    while (last !== undefined) {
      const read: RawBuilder<{ id: string; notes: string }> =
        sql`select id, notes from ${table} where id > ${last} and notes is not null order by id limit ${ROWS_PER_READ}`
      const { rows } = await read.execute(db)
      for (const { id, notes } of rows)
        await sql`update ${table} set search_key = search_key || ${` ${foldText(notes)}`} where id = ${id}`.execute(db)
      last = rows.at(-1)?.id
    }
  }
}
