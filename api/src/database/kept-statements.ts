/** Inserts of many rows have a text for each number of rows. A longer text, in characters, is prepared anew each time. */
const LONGEST = 4_000

/**
 * Prepares statements, and keeps the `most` that were used last: a search has tens of thousands of texts, by how many words and forms of
 * telephone numbers it asks for.
 */
export function keptStatements<Statement>(prepare: (sql: string) => Statement, most: number) {
  const kept = new Map<string, Statement>()
  return (sql: string) => {
    const statement = kept.get(sql) ?? prepare(sql)
    if (sql.length > LONGEST) return statement
    kept.delete(sql)
    kept.set(sql, statement)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return statement
  }
}
