import type { DatabaseSync } from 'node:sqlite'

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))

/** How many rows each table has. */
export const countRows = (database: DatabaseSync) =>
  Object.fromEntries(
    tablesOf(database).map(table => [table, Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count)]),
  )

/** What is wrong with a database file, in SQLite's words; undefined when it is sound. Reads it whole. */
export function trouble(database: DatabaseSync): string | undefined {
  const found = [...database.prepare('pragma integrity_check(5)').all(), ...database.prepare('pragma foreign_key_check').all().slice(0, 5)]
  const [first] = found
  if (found.length === 1 && first?.integrity_check === 'ok') return undefined
  return found.map(row => Object.values(row).join(' ')).join('; ')
}
