import { expect, test } from 'vitest'
import { covers, remaining, usage, usedPercent } from './rules.ts'

const account = (generationLimit: number, usedGenerations: number) => ({ generationLimit, usedGenerations })

test('the balance is the quota minus the used part, and never below zero', () => {
  expect(remaining(account(100, 30))).toBe(70)
  expect(remaining(account(3, 5))).toBe(0)
})

test('an account covers exactly its balance', () => {
  expect(covers(account(100, 30), 70)).toBe(true)
  expect(covers(account(100, 30), 71)).toBe(false)
})

test.each([
  [69, 'green'],
  [70, 'yellow'],
  [89, 'yellow'],
  [90, 'red'],
  [100, 'red'],
] as const)('%i of 100 used is %s', (used, colour) => {
  expect(usage(account(100, used))).toBe(colour)
})

test.each([
  [100, 0, 0],
  [3, 1, 33],
  [8, 3, 38],
  [4, 5, 125],
  [0, 0, 0],
])('of %i, %i used are %i per cent', (limit, used, percent) => {
  expect(usedPercent(account(limit, used))).toBe(percent)
})
