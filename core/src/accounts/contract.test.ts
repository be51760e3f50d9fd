import { expect, test } from 'vitest'
import { readInput } from '../read-input.ts'
import { accounts } from './contract.ts'

test('a response that is no list has no pending registrations', () => {
  const { output } = accounts.registrations
  for (const answer of [null, {}, { error: 'x' }, 'x']) expect(output.parse(answer)).toEqual([])
  expect(() => output.parse([{ id: 5 }])).toThrow()
})

test('readInput names the field password when the password is an array', () => {
  const password = [{ toString: '' }]
  expect(() => readInput(accounts.register, { fullName: 'سارة', username: 'sara', password })).toThrow(
    expect.objectContaining({ code: 'bad-input', fields: expect.objectContaining({ password: expect.any(String) }) }),
  )
})
