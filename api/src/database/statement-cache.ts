/** The longest statement (characters) that is cached. Long inserts have another text for each number of rows. */
const MAX_CACHED_STATEMENT_LENGTH = 4_000

/**
 * Returns a function that prepares statements and caches at most `maxStatements` of them, the most recently used ones. The cache is
 * bounded, because the statements of searches have tens of thousands of different texts: one for each number of words and of forms of
 * telephone numbers.
 */
export function createStatementCache<Statement>(prepare: (sql: string) => Statement, maxStatements: number) {
  const cache = new Map<string, Statement>()
  return (sql: string) => {
    const statement = cache.get(sql) ?? prepare(sql)
    if (sql.length > MAX_CACHED_STATEMENT_LENGTH) return statement
    cache.delete(sql)
    cache.set(sql, statement)
    if (cache.size > maxStatements) cache.delete(cache.keys().next().value!)
    return statement
  }
}
