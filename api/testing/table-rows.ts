import type { Database } from '../src/database/database.ts'
import type { Tables } from '../src/database/schema.ts'
import { emptyDatabase, TABLES } from './engines.ts'

export type TableRows = Partial<{ [Table in keyof Tables]: Record<string, unknown>[] }>

/** Reads all rows of all tables, sorted by their JSON text. */
export async function readAllRows(db: Database): Promise<TableRows> {
  const rows: TableRows = {}
  for (const table of [...TABLES, 'settings'] as const) {
    const found = await db.read.selectFrom(table).selectAll().execute()
    rows[table] = found.map(row => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return rows
}

/** Restores the rows, parents before children. */
export async function restoreRows(db: Database, rows: TableRows) {
  await emptyDatabase(db)
  await db.write(async trx => {
    for (const table of TABLES.toReversed()) {
      const some = rows[table] ?? []
      if (some.length > 0)
        await trx
          .insertInto(table)
          .values(some as never)
          .execute()
    }
  })
}
