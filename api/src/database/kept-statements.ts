/** The longest text (characters) that is cached: inserts of many rows have a different long text for each number of rows. */
const LONGEST = 4_000

/**
 * Returns a function that prepares statements and caches at most `most` of them, those used last. The cache is bounded, because the
 * statements of searches have tens of thousands of different texts: one for each number of words and of forms of telephone numbers.
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
