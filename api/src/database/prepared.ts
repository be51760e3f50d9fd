import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely'
import type { Tables } from './schema.ts'

/** Stands in a query where a value will. */
class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The texts made here, each with a name under which a connection may keep it parsed. */
const names = new Map<string, string>()

/** Gives a statement's text a name under which a connection may keep it parsed. */
export const nameStatement = (sql: string) => names.set(sql, `prepared_${names.size}`)

/** The name of a text made here; undefined for all others. */
export const nameOf = (sql: string) => names.get(sql)

/** Gives a blank for whatever is asked of it. */
const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

/**
 * A query whose text is made once for each engine, and then only given its values: for the few that every scan asks, where making the text
 * costs more than the database does. What `build` takes from `given` goes into the query as it is, never into a condition of its own; and it
 * names its columns, for a connection that keeps the text parsed must not see them change.
 */
export function prepared<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const made = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return (db: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor()
    let query = made.get(adapter)
    if (!query) {
      query = build(db, blanks as Given).compile()
      made.set(adapter, query)
      nameStatement(query.sql)
    }
    const parameters = query.parameters.map(value => (value instanceof Blank ? given[value.name as keyof Given] : value))
    return db.executeQuery({ ...query, parameters })
  }
}
