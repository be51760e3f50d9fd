import { expect, test } from 'vitest'
import { nameOf, nameStatement } from './prepared.ts'

test('gives each statement one name, which no other statement gets, however often it is built', () => {
  const texts = ['select 1', 'select 2', 'select 1', 'select 3']
  for (const text of texts) nameStatement(text)
  const names = new Set(texts.map(nameOf))
  expect(names.size).toBe(3)
  expect(names).not.toContain(undefined)
})
