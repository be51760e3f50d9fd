import { expect, test } from 'vitest'
import { createEnteredCodes, createRecentCodes } from './recent-codes.ts'

test('isNew returns false for a recorded code that stays in view', () => {
  const recentCodes = createRecentCodes()
  expect(recentCodes.isNew('a', 0)).toBe(true)
  recentCodes.record('a', 0)
  for (let now = 40; now < 60_000; now += 40) expect(recentCodes.isNew('a', now)).toBe(false)
})

test('isNew returns true after a code was out of view for five seconds', () => {
  const recentCodes = createRecentCodes()
  recentCodes.record('a', 0)
  expect(recentCodes.isNew('a', 4_999)).toBe(false)
  expect(recentCodes.isNew('a', 9_998)).toBe(false)
  expect(recentCodes.isNew('a', 14_998)).toBe(true)
})

test('isNew returns true for a second code in view until it is recorded', () => {
  const recentCodes = createRecentCodes()
  recentCodes.record('a', 0)
  expect(recentCodes.isNew('b', 100)).toBe(true)
  recentCodes.record('b', 100)
  for (let now = 200; now < 20_000; now += 100) expect(recentCodes.isNew(now % 200 ? 'a' : 'b', now)).toBe(false)
})

test('isNew returns true at each read of a QR code that was not recorded', () => {
  const recentCodes = createRecentCodes()
  expect(recentCodes.isNew('a', 0)).toBe(true)
  expect(recentCodes.isNew('a', 40)).toBe(true)
})

test('isRepeated returns true for the same code within three seconds', () => {
  const codes = createEnteredCodes()
  const [code, other] = ['GHKQ2M9XWPA4T6RZE012', 'GHKQ2M9XWPA4T6RZE013']
  expect(codes.isRepeated(code, 0)).toBe(false)
  expect(codes.isRepeated(`${code} `, 2_999)).toBe(true)
  expect(codes.isRepeated(code, 3_000)).toBe(false)
  expect(codes.isRepeated(other, 3_001)).toBe(false)
  expect(codes.isRepeated(code, 3_002)).toBe(false)
})

test('a forgotten code is new again', () => {
  const [code, entered, read] = ['GHKQ2M9XWPA4T6RZE012', createEnteredCodes(), createRecentCodes()]
  entered.isRepeated(code, 0)
  entered.forget()
  expect(entered.isRepeated(code, 1)).toBe(false)
  read.record(code, 0)
  read.forget()
  expect(read.isNew(code, 1)).toBe(true)
})

test('isRepeated returns false for a name', () => {
  const codes = createEnteredCodes()
  expect([codes.isRepeated('أمل', 0), codes.isRepeated('أمل', 1)]).toEqual([false, false])
})
