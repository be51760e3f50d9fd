import { expect, test } from 'vitest'
import {
  formatCountedNoun,
  formatGregorianDay,
  formatHijriDate,
  formatHijriDay,
  formatNumericDay,
  formatOrderDay,
  formatWholeNumber,
  isEventOfToday,
} from './format.ts'

test('formatWholeNumber writes commas between thousands', () => {
  expect(formatWholeNumber(1_234_567)).toBe('1,234,567')
})

test('formatCountedNoun returns the noun form that fits the number', () => {
  const WORD = { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطراً', other: 'سطر' }
  expect(formatCountedNoun(2, WORD)).toBe('سطران')
  expect(formatCountedNoun(12_345, WORD)).toBe('12,345 سطراً')
  expect(formatCountedNoun(10_000, WORD)).toBe('10,000 سطر')
})

test('Gregorian, Hijri and numeric days have the digits 0-9', () => {
  expect(formatGregorianDay('2027-01-14')).toBe('الخميس، 14 يناير 2027')
  expect(formatHijriDay('2027-01-14')).toBe('الخميس، 6 شعبان 1448 هـ')
  expect(formatNumericDay('2027-01-14')).toBe('14/01/2027')
})

test('an invalid day is formatted as «تاريخ غير صحيح»', () => {
  expect(formatHijriDay('')).toBe('تاريخ غير صحيح')
  expect(formatGregorianDay('2027-13-40')).toBe('تاريخ غير صحيح')
})

test('an event takes place on its day and until 6:00 in the next morning', () => {
  const isAt = (time: string) => isEventOfToday('2027-01-31', new Date(time))
  expect(['2027-01-31T00:00', '2027-01-31T23:59', '2027-02-01T05:59'].map(isAt)).toEqual([true, true, true])
  expect(['2027-01-30T23:59', '2027-02-01T06:00', '2026-01-31T20:00'].map(isAt)).toEqual([false, false, false])
})

test('Hijri days follow the published months, which browsers do not know from 2029 on', () => {
  expect(formatHijriDay('2029-08-11')).toBe('السبت، 1 ربيع الآخر 1451 هـ')
  expect(formatHijriDate('2029-08-10')).toBe('29 ربيع الأول 1451 هـ')
  expect(formatOrderDay('2029-08-11')).toEqual({ hijri: '1 ربيع الآخر 1451 هـ', gregorian: '11 أغسطس 2029 م' })
})
