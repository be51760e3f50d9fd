import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely'
import type { Tables } from './schema.ts'

/** Stands in a query where a value will. */
class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Gives a blank for whatever is asked of it. */
const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

/**
 * A query whose text is made once for each engine, and then only given its values: for the few that every scan asks, where making the text
 * costs more than the database does. What `build` takes from `given` must go into the query as it is, never into a condition of its own.
 */
export function prepared<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const made = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return (db: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor()
    let query = made.get(adapter)
    if (!query) {
      query = build(db, blanks as Given).compile()
      made.set(adapter, query)
    }
    const parameters = query.parameters.map(value => (value instanceof Blank ? given[value.name as keyof Given] : value))
    return db.executeQuery({ ...query, parameters })
  }
}
