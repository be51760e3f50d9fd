import { expect, test } from 'vitest'
import { counted, gregorianDay, hijriDay, plainDay, wholeNumber } from './format.ts'

test('wholeNumber formats a number with the digits 0-9 and commas between thousands', () => {
  expect(wholeNumber(1_234_567)).toBe('1,234,567')
})

test('counted returns the Arabic noun in the form that fits the number, and writes numbers above two with commas between thousands', () => {
  const WORD = { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطراً', other: 'سطر' }
  expect(counted(2, WORD)).toBe('سطران')
  expect(counted(12_345, WORD)).toBe('12,345 سطراً')
  expect(counted(10_000, WORD)).toBe('10,000 سطر')
})

test('gregorianDay, hijriDay and plainDay format the same day with the digits 0-9', () => {
  expect(gregorianDay('2027-01-14')).toBe('الخميس، 14 يناير 2027')
  expect(hijriDay('2027-01-14')).toMatch(/^الخميس، 6 شعبان 1448/)
  expect(plainDay('2027-01-14')).toBe('14/01/2027')
})

test('hijriDay and gregorianDay return «تاريخ غير صحيح» for an invalid day', () => {
  expect(hijriDay('')).toBe('تاريخ غير صحيح')
  expect(gregorianDay('2027-13-40')).toBe('تاريخ غير صحيح')
})
