/** The longest text (characters) that is cached: inserts of many rows have a different long text for each number of rows. */
const MAX_CACHED_TEXT = 4_000

/**
 * Returns a function that prepares statements and caches at most `most` of them, those used last. The cache is bounded, because the
 * statements of searches have tens of thousands of different texts: one for each number of words and of forms of telephone numbers.
 */
export function cacheStatements<Statement>(prepare: (sql: string) => Statement, maxStatements: number) {
  const cache = new Map<string, Statement>()
  return (sql: string) => {
    const statement = cache.get(sql) ?? prepare(sql)
    if (sql.length > MAX_CACHED_TEXT) return statement
    cache.delete(sql)
    cache.set(sql, statement)
    if (cache.size > maxStatements) cache.delete(cache.keys().next().value!)
    return statement
  }
}
