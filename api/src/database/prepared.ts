import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely'
import type { Tables } from './schema.ts'

/** A placeholder in a query for a value. */
class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The texts of prepared statements, each with the name under which a connection may keep it parsed. */
const names = new Map<string, string>()

/** Gives the text of a statement a name under which a connection may keep it parsed. */
export function nameStatement(sql: string) {
  if (!names.has(sql)) names.set(sql, `prepared_${names.size}`)
}

/** Returns the name of a statement's text; undefined when it has none. */
export const nameOf = (sql: string) => names.get(sql)

/** Returns a placeholder for every property that is read. */
const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

/**
 * Returns a query whose text is built once for each engine; later calls only bind values. It is for the few queries of every scan, where
 * building the text costs more than running it. `build` sees placeholders in `given`, so it must pass them on as values and must not branch
 * on them. It must name its columns, because the columns of a statement that a connection keeps parsed must not change.
 */
export function prepared<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return (db: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, blanks as Given).compile()
      compiled.set(adapter, query)
      nameStatement(query.sql)
    }
    const parameters = query.parameters.map(value => (value instanceof Blank ? given[value.name as keyof Given] : value))
    return db.executeQuery({ ...query, parameters })
  }
}
