import { expect, test, vi } from 'vitest'
import { createStatementCache } from './statement-cache.ts'

test('the statement cache evicts the least recently used statement', () => {
  const prepare = vi.fn((sql: string) => ({ sql }))
  const statementOf = createStatementCache(prepare, 2)
  for (const sql of ['1', '2', '1', '3', '1', '2']) expect(statementOf(sql)).toEqual({ sql })
  expect(prepare.mock.calls.flat()).toEqual(['1', '2', '3', '2'])
})

test('the statement cache skips statements of more than 4,000 characters', () => {
  const prepare = vi.fn((sql: string) => ({ sql }))
  const statementOf = createStatementCache(prepare, 1)
  for (const sql of ['1', '2'.repeat(4_001), '1']) statementOf(sql)
  expect(prepare).toHaveBeenCalledTimes(2)
})
