import { expect, test } from 'vitest'
import { cardDay, counted, gregorianDay, hijriDay, plainDay, wholeNumber } from './format.ts'

test('numbers have commas and the digits 0-9', () => {
  expect(wholeNumber(1_234_567)).toBe('1,234,567')
})

test('a number that stands before its word has commas', () => {
  const WORD = { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطراً', other: 'سطر' }
  expect(counted(2, WORD)).toBe('سطران')
  expect(counted(12_345, WORD)).toBe('12,345 سطراً')
  expect(counted(10_000, WORD)).toBe('10,000 سطر')
})

test('a day is told in both calendars, in the digits 0-9', () => {
  expect(gregorianDay('2027-01-14')).toBe('الخميس، 14 يناير 2027')
  expect(hijriDay('2027-01-14')).toMatch(/^الخميس، 6 شعبان 1448/)
  expect(plainDay('2027-01-14')).toBe('14/01/2027')
})

test('what is no day is said to be none', () => {
  expect(hijriDay('')).toBe('تاريخ غير صحيح')
  expect(gregorianDay('2027-13-40')).toBe('تاريخ غير صحيح')
})

test('cards tell the day in both calendars or in one of them', () => {
  expect(cardDay('2027-01-14', 'both')).toBe('الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م')
  expect(cardDay('2027-01-14', 'hijri')).toBe('الخميس ٦ شعبان ١٤٤٨هـ')
  expect(cardDay('2027-01-14', 'gregorian')).toBe('الخميس ١٤ يناير ٢٠٢٧م')
})
