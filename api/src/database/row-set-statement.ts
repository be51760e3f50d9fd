import {
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Kysely,
  PostgresAdapter,
  type QueryResult,
  SelectQueryNode,
  sql,
} from 'kysely'
import { withGivenAsParameters } from './given-as-parameters.ts'
import { registerStatementName } from './prepared.ts'
import type { Tables } from './schema.ts'

/** The maximum number of rows in one set. */
const MAX_ROWS = 1_000

function requireRowLimit(rows: readonly object[]) {
  if (rows.length > MAX_ROWS) throw new Error(`a set has more than ${MAX_ROWS} rows`)
}

/** Returns the result of a statement that is not executed. */
const emptyResult = () => ({ rows: [], numAffectedRows: 0n })

type Columns<Given> = { [Name in keyof Given]-?: 'text' | 'integer' }

/** The parameters of a statement that SQLite executes once for each row. */
export class RowwiseParameters {
  readonly rows: readonly (readonly unknown[])[]

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows
  }
}

const toArrayElement = (value: unknown) => {
  if (typeof value !== 'string') return value == null ? 'null' : String(value)
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
}

/** Returns an array of PostgreSQL, as text, for each column of the rows. */
const toColumnArrays = <Given extends object>(names: readonly (keyof Given)[], rows: readonly Given[]) =>
  names.map(name => `{${rows.map(row => toArrayElement(row[name])).join(',')}}`)

/**
 * Returns a statement over a set of rows, which `build` sees as a table `given`. Its text is built once for each engine. PostgreSQL
 * receives each column of all rows as one array, so that a set costs one round trip; for rows as JSON it would build a hash table for each
 * row. SQLite runs in this process and executes the statement row by row, which takes 25 µs a row instead of 41 µs with JSON. The statement must name the columns that it selects and must contain no values
 * except those of the rows and literals. An insert or update must use every column and no other table beside `given`. The result has no
 * order. Throws an `Error` for more than 1,000 rows.
 */
export function rowSetStatement<Given extends object, Row>(
  columns: Columns<Given>,
  build: (db: Kysely<Tables>, given: AliasedRawBuilder<Given, 'given'>) => Compilable<Row>,
) {
  const names = Object.keys(columns) as (keyof Given & string)[]
  const rowsFromArrays = () => {
    const arrays = sql.join(names.map(name => sql`${''}::${sql.raw(columns[name])}[]`))
    // The planner of PostgreSQL expects 10 rows from an array that is unknown at planning time, and a tenth of the rows from each limit that
    // is. With one expected row, the planner uses indexes also on a table that is still empty. A connection may keep that plan until the table
    // is vacuumed or analyzed; without an index, each set of scans would read all idempotency keys until then.
    const rows = sql`select * from unnest(${arrays}) as given(${sql.join(names.map(name => sql.ref(name)))}) limit (select ${sql.lit(MAX_ROWS)})`
    return sql<Given>`(select * from (${rows}) as given limit (select ${sql.lit(MAX_ROWS)}))`.as('given')
  }
  const buildForPostgres = (db: Kysely<Tables>) => build(db, rowsFromArrays())
  const rowFromParameters = () => sql<Given>`(select ${sql.join(names.map(column => sql`${''} as ${sql.ref(column)}`))})`.as('given')
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  /** Returns the statement with these rows as its parameters; undefined without rows, because there is nothing to execute then. */
  function withRows(db: Kysely<Tables>, rows: readonly Given[]): CompiledQuery<Row> | undefined {
    if (rows.length === 0) return
    requireRowLimit(rows)
    const { adapter } = db.getExecutor()
    const isPostgres = adapter instanceof PostgresAdapter
    let query = compiled.get(adapter)
    if (!query) {
      query = (isPostgres ? buildForPostgres(db) : build(db, rowFromParameters())).compile()
      const ownValueCount = query.parameters.length - names.length
      if (ownValueCount > 0) throw new Error(`a statement over a set has ${ownValueCount} values of its own: write them as literals`)
      if (!isPostgres) query = db.getExecutor().compileQuery<Row>(withGivenAsParameters(query.query, names), query.queryId)
      compiled.set(adapter, query)
      registerStatementName(query.sql)
    }
    const parameters = isPostgres ? toColumnArrays(names, rows) : [new RowwiseParameters(rows.map(row => names.map(name => row[name])))]
    return { ...query, parameters }
  }

  async function execute(db: Kysely<Tables>, rows: readonly Given[]): Promise<QueryResult<Row>> {
    const query = withRows(db, rows)
    return query ? db.executeQuery(query) : emptyResult()
  }
  return Object.assign(execute, {
    withRows,
    buildForPostgres,
    parametersForPostgres: (rows: readonly Given[]) => toColumnArrays(names, rows),
  })
}

/**
 * Executes selects in this order, in a transaction or outside one. An undefined one is not executed; its result has no rows. On PostgreSQL they cost one
 * round trip together: each is sent before the earlier ones are answered. The server still starts a select only after the earlier ones have
 * their locks, so the select sees everything that other transactions have committed until then. Rejects with the error of the first one
 * that fails. Throws an `Error` for a statement that is no select, because the later statements are executed also when an earlier one has
 * failed.
 */
export function selectInOneTrip<Rows extends unknown[]>(
  trx: Kysely<Tables>,
  queries: readonly [...{ [Index in keyof Rows]: CompiledQuery<Rows[Index]> | undefined }],
) {
  if (queries.some(given => given && !SelectQueryNode.is(given.query))) throw new Error('only selects can share a round trip')
  const results = trx
    .getExecutor()
    .provideConnection(connection => Promise.all(queries.map(async query => (query ? connection.executeQuery(query) : emptyResult()))))
  return results as Promise<{ [Index in keyof Rows]: QueryResult<Rows[Index]> }>
}

/** An insert or an update over a set of rows. */
type RowSetStatement<Given> = {
  (db: Kysely<Tables>, rows: readonly Given[]): Promise<QueryResult<never>>
  /** Builds the statement for PostgreSQL, as a part of a larger one. Its parameters are those of `parametersForPostgres`. */
  buildForPostgres: (db: Kysely<Tables>) => Compilable
  parametersForPostgres: (rows: readonly Given[]) => string[]
}

/**
 * Returns a function that executes several inserts or updates over sets, each on its own rows. It returns the number of rows that each has
 * changed. On PostgreSQL they are one statement and cost one round trip. None may read or change a table that another changes, because on
 * PostgreSQL none sees the changes of another. The names of the sets must not be names of tables.
 */
export function combineStatements<Sets extends Record<string, object>>(
  statements: {
    [Name in keyof Sets]: RowSetStatement<Sets[Name]>
  },
) {
  const names = Object.keys(statements) as (keyof Sets & string)[]
  let compiled: CompiledQuery<Record<keyof Sets, number>> | undefined

  function compileForPostgres(db: Kysely<Tables>) {
    const parts = names.map(name => sql`${sql.ref(name)} as (${statements[name].buildForPostgres(db)} returning 1)`)
    const counts = names.map(name => sql`(select count(*) from ${sql.ref(name)}) as ${sql.ref(name)}`)
    const query = sql<Record<keyof Sets, number>>`with ${sql.join(parts)} select ${sql.join(counts)}`.compile(db)
    const ownCount = query.parameters.length - names.flatMap(name => statements[name].parametersForPostgres([])).length
    if (ownCount !== 0) throw new Error('a combined statement has values of its own: write them as literals')
    registerStatementName(query.sql)
    return query
  }

  return async (db: Kysely<Tables>, sets: { [Name in keyof Sets]: readonly Sets[Name][] }): Promise<Record<keyof Sets, number>> => {
    const hasRows = names.some(name => sets[name].length > 0)
    if (hasRows && db.getExecutor().adapter instanceof PostgresAdapter) {
      for (const name of names) requireRowLimit(sets[name])
      compiled ??= compileForPostgres(db)
      const parameters = names.flatMap(name => statements[name].parametersForPostgres(sets[name]))
      const { rows } = await db.executeQuery<Record<keyof Sets, number>>({ ...compiled, parameters })
      return rows[0]!
    }
    // Without rows, these statements do nothing and cost no round trip.
    const counts = {} as Record<keyof Sets, number>
    for (const name of names) counts[name] = Number((await statements[name](db, sets[name])).numAffectedRows)
    return counts
  }
}
