import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/**
 * Prepares a statement that returns rows as arrays in the order of `names`. A migration must not change its columns between two runs of one
 * `select *`: values would get the names of other columns.
 */
export function prepareArrayStatement(connection: DatabaseSync, sql: string) {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  return {
    statement,
    names: statement.columns().map(({ name }) => name),
    readRows: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][],
  }
}
