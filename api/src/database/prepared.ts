import { createHash } from 'node:crypto'
import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely'
import type { Tables } from './schema.ts'

/** A placeholder for a value of a prepared query. It is replaced by the value when the query runs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The names of prepared statements by their texts. A connection may keep a statement parsed under its name. */
const statementNames = new Map<string, string>()

/**
 * Gives the text of a statement a name under which a connection may keep it parsed: a hash of the text. Processes behind a connection pooler
 * share connections, so a name must mean the same text in all of them.
 */
export function registerStatementName(sql: string) {
  if (!statementNames.has(sql)) statementNames.set(sql, `hudur_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`)
}

/** Returns the name of a statement's text; undefined when it has none. */
export const statementNameOf = (sql: string) => statementNames.get(sql)

/** An object that returns a placeholder for every property that is read. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/**
 * Returns a query whose SQL is built once for each engine; later calls only bind values. It is meant for the few queries of every scan,
 * whose building would cost more than their execution. `build` gets placeholders as `given`, so it must not branch on them. It must name
 * the columns that it selects, because the columns of a statement that a connection keeps parsed must not change.
 */
export function preparedQuery<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return (db: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, placeholders as Given).compile()
      compiled.set(adapter, query)
      registerStatementName(query.sql)
    }
    const parameters = query.parameters.map(value => (value instanceof Placeholder ? given[value.name as keyof Given] : value))
    return db.executeQuery({ ...query, parameters })
  }
}
