import { expect, test } from 'vitest'
import { hasBalanceFor, quotaColour, remainingBalance, usedQuotaPercent } from './rules.ts'

const accountWithUsage = (generationLimit: number, usedGenerations: number) => ({ generationLimit, usedGenerations })

test('remainingBalance returns the quota minus the used generations', () => {
  expect(remainingBalance(accountWithUsage(100, 30))).toBe(70)
  expect(remainingBalance(accountWithUsage(3, 5))).toBe(0)
})

test('hasBalanceFor returns true for as many invitations as the balance', () => {
  expect(hasBalanceFor(accountWithUsage(100, 30), 70)).toBe(true)
  expect(hasBalanceFor(accountWithUsage(100, 30), 71)).toBe(false)
})

test.each([
  [69, 'green'],
  [70, 'yellow'],
  [89, 'yellow'],
  [90, 'red'],
  [100, 'red'],
] as const)('quotaColour returns for %i used generations of 100 the colour %s', (used, colour) => {
  expect(quotaColour(accountWithUsage(100, used))).toBe(colour)
})

test.each([
  [100, 0, 0],
  [3, 1, 33],
  [8, 3, 38],
  [4, 5, 125],
  [0, 0, 0],
])('usedQuotaPercent with quota %i and %i used generations returns %i', (limit, used, percent) => {
  expect(usedQuotaPercent(accountWithUsage(limit, used))).toBe(percent)
})
