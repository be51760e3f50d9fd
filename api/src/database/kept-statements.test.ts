import { expect, test, vi } from 'vitest'
import { cacheStatements } from './kept-statements.ts'

test('a statement that has left the cache is prepared again', () => {
  const prepare = vi.fn((sql: string) => ({ sql }))
  const statementOf = cacheStatements(prepare, 2)
  for (const sql of ['1', '2', '1', '3', '1', '2']) expect(statementOf(sql)).toEqual({ sql })
  expect(prepare.mock.calls.flat()).toEqual(['1', '2', '3', '2'])
})

test('a long statement is not cached and removes no other statement from the cache', () => {
  const prepare = vi.fn((sql: string) => ({ sql }))
  const statementOf = cacheStatements(prepare, 1)
  for (const sql of ['1', '2'.repeat(4_001), '1']) statementOf(sql)
  expect(prepare).toHaveBeenCalledTimes(2)
})
