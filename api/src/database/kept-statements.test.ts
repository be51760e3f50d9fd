import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { keptStatements } from './kept-statements.ts'

test('a statement that was not among the last used is prepared again', () => {
  const connection = new DatabaseSync(':memory:')
  const prepare = vi.spyOn(connection, 'prepare')
  const statementOf = keptStatements(connection, 2)
  for (const n of [1, 2, 1, 3, 1, 2]) expect(statementOf(`select ${n} as n`).get()).toEqual({ n })
  expect(prepare.mock.calls.map(([sql]) => sql)).toEqual([1, 2, 3, 2].map(n => `select ${n} as n`))
})
