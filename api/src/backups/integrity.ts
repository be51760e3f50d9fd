import type { DatabaseSync } from 'node:sqlite'

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))

/** Returns the number of rows of each table. */
export const countRows = (database: DatabaseSync) =>
  Object.fromEntries(
    tablesOf(database).map(table => [table, Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count)]),
  )

/** Checks a whole database file: integrity and foreign keys. Returns SQLite's first messages; undefined when the file is undamaged. */
export function findDamage(database: DatabaseSync): string | undefined {
  const found = [...database.prepare('pragma integrity_check(5)').all(), ...database.prepare('pragma foreign_key_check').all().slice(0, 5)]
  const [first] = found
  if (found.length === 1 && first?.integrity_check === 'ok') return undefined
  return found.map(row => Object.values(row).join(' ')).join('; ')
}
