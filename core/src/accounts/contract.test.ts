import { expect, test } from 'vitest'
import { readInput } from '../read-input.ts'
import { accounts } from './contract.ts'

test('a password that is a list is refused at its field, whatever the list holds', () => {
  const password = [{ toString: '' }]
  expect(() => readInput(accounts.register, { fullName: 'سارة', username: 'sara', password })).toThrow(
    expect.objectContaining({ code: 'bad-input', fields: expect.objectContaining({ password: expect.any(String) }) }),
  )
})
