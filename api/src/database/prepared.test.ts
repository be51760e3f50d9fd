import { expect, test } from 'vitest'
import { registerStatementName, statementNameOf } from './prepared.ts'

test('registerStatementName gives each SQL text one unique name', () => {
  const texts = ['select 1', 'select 2', 'select 1', 'select 3']
  for (const text of texts) registerStatementName(text)
  const names = new Set(texts.map(statementNameOf))
  expect(names.size).toBe(3)
  expect(names).not.toContain(undefined)
})

test('the name of a statement depends on its SQL text alone', () => {
  registerStatementName('select 4')
  expect(statementNameOf('select 4')).toBe('hudur_3RfwF3Bm1Q273WVviWZBVQ')
})
