import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Prepares statements, and keeps the `most` that were used last: a search has tens of thousands of texts, by how many words and forms of
 * telephone numbers it asks for.
 */
export function keptStatements(connection: DatabaseSync, most: number) {
  const kept = new Map<string, StatementSync>()
  return (sql: string) => {
    const statement = kept.get(sql) ?? connection.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return statement
  }
}
