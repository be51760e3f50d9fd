import { expect, test } from 'vitest'
import { covers, remaining, usage, usedPercent } from './rules.ts'

const account = (generationLimit: number, usedGenerations: number) => ({ generationLimit, usedGenerations })

test('remaining returns the quota minus the used generations, and never less than zero', () => {
  expect(remaining(account(100, 30))).toBe(70)
  expect(remaining(account(3, 5))).toBe(0)
})

test('covers returns true for as many new invitations as the balance and false for one more', () => {
  expect(covers(account(100, 30), 70)).toBe(true)
  expect(covers(account(100, 30), 71)).toBe(false)
})

test.each([
  [69, 'green'],
  [70, 'yellow'],
  [89, 'yellow'],
  [90, 'red'],
  [100, 'red'],
] as const)('usage with %i of 100 generations used returns %s', (used, colour) => {
  expect(usage(account(100, used))).toBe(colour)
})

test.each([
  [100, 0, 0],
  [3, 1, 33],
  [8, 3, 38],
  [4, 5, 125],
  [0, 0, 0],
])('usedPercent with a quota of %i and %i used generations returns %i', (limit, used, percent) => {
  expect(usedPercent(account(limit, used))).toBe(percent)
})
